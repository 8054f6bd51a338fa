# Reports: to standard output by the name "-", and what an interruption leaves of one.
. "$(dirname -- "$0")/cli.sh"
fresh_copy
file=labs/$lab/scale_image.cu

# alone STATUS COMMAND...: what stands on standard output is $scratch/report.json or .xml, to the byte, and no file is called "-".
alone() {
  wanted=$1 same=$2
  shift 2
  "$@" >"$scratch/alone" 2>"$scratch/output" </dev/null
  status=$?
  [ "$status" -eq "$wanted" ] || complain "$*: exit status $status, expected $wanted"
  cmp "$same" "$scratch/alone" || complain "$*: standard output is not $same"
  that [ ! -e ./- ]
}

expect 1 "0 of 10 points" "$COURSE" grade scale_image --strict --json "$scratch/report.json" --junit "$scratch/report.xml"
alone 1 "$scratch/report.json" "$COURSE" grade scale_image --strict --json -
holds "0 of 10 points" # for people, on standard error
# JUnit tells how long each check took.
alone_in_outline() {
  "$@" 2>"$scratch/output" </dev/null | sed 's/ time="[^"]*"//; s/ timestamp="[^"]*"//' >"$scratch/alone.xml"
  sed 's/ time="[^"]*"//; s/ timestamp="[^"]*"//' "$scratch/report.xml" | cmp - "$scratch/alone.xml" || complain "$*: standard output is not the report"
  that [ ! -e ./- ]
}
alone_in_outline "$COURSE" grade scale_image --strict --junit -
expect 2 'standard output takes one document, and `-` is named twice' "$COURSE" grade scale_image --json - --junit -
one_line
"$COURSE" explain scale_image --json "$scratch/explain.json" >/dev/null
alone 0 "$scratch/explain.json" "$COURSE" explain scale_image --json -
holds "sectors"
to_full_disk() { "$COURSE" grade scale_image --json - >/dev/full; }
[ ! -e /dev/full ] || expect 2 "cannot write to standard output: No space left on device" to_full_disk
# What one document lacks the other still has.
rm -f "$scratch/report.xml"
to_full_disk_and_file() { "$COURSE" grade scale_image --json - --junit "$scratch/report.xml" >/dev/full; }
[ ! -e /dev/full ] || expect 2 "cannot write to standard output: No space left on device" to_full_disk_and_file
[ ! -e /dev/full ] || that grep -q 'name="scale_image/any_size"' "$scratch/report.xml"
closed() { "$COURSE" grade scale_image --json - >&-; }
expect 2 "standard output: it is closed" closed

# Interrupted: the report and the student's progress hold the task that was finished.
rm -f progress.json
cp "solutions/$lab/scale_image.cu" "$file"
cat >"labs/$lab/copy_shifted.cu" <<'end'
#include <unistd.h>
#include "tasks.h"
void copy_shifted(const float*, float*, int) { sleep(1000); }
end
"$COURSE" grade scale_image copy_shifted --json "$scratch/cut.json" >"$scratch/output" 2>&1 </dev/null &
cut=$!
while kill -0 $cut 2>/dev/null && ! grep -q '"scale_image"' "$scratch/cut.json" 2>/dev/null; do sleep 0.05; done
kill -TERM $cut
wait $cut
[ $? -eq 143 ] || complain "the tool did not end by SIGTERM"
holds "interrupted: 1 task of those asked for has no verdict"
that grep -q '"tasks_missing": 1' "$scratch/cut.json"
expect 0 "10 of 30 points reached" "$COURSE" list
that [ "$(grep -c '"gradings": 1' progress.json)" = 1 ]
finish
