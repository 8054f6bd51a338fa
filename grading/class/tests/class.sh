# A class of submissions: the honest get their points, whatever the others do, and nothing of a killed call is lost.
. "$(dirname -- "$0")/../../course/tests/cli.sh"
fresh_copy
ln -s "$BUILD/bin" build/sim/bin
mkdir "$scratch/subs"
script=$ROOT/grading/class/grade_class.sh

# submit STUDENT: standard input is the student's scale_image.cu.
submit() {
  mkdir -p -- "$scratch/subs/$1/$lab"
  cat >"$scratch/subs/$1/$lab/scale_image.cu"
}
# hostile STUDENT STATEMENTS: a file whose function does this instead of the work.
hostile() {
  submit "$1" <<end
#include <unistd.h>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include "tasks.h"
void scale_image(const float*, std::size_t, float*, std::size_t, int, int, float) { $2 }
end
}
submit "-anna o\"neil" <"solutions/$lab/scale_image.cu"
submit 'zoe
two' <"solutions/$lab/scale_image.cu"
mkdir "$scratch/subs/nobody"
hostile killer 'kill(-1, SIGKILL);'
hostile spy "std::system(\"cd '$scratch' && cat subs/*/*/* repo/solutions/*/* reports/*/*/* '$ROOT'/solutions/*/* 2>/dev/null | wc -c >&2\"); std::abort();"
hostile vandal "std::system(\"cd '$scratch'; for f in \$COURSE_ROOT/labs/$lab/lab.json repo/labs/$lab/lab.json '$BUILD/labs/$lab/changed' reports/forged.json; do echo x >>\$f; done\");"
# Files of a size that each alone is allowed, until there is no room.
hostile filler 'static char bytes[1 << 20]; for (int i = 0; i < 4000; ++i) {
  char name[16]; std::snprintf(name, sizeof name, "%d", i);
  FILE* file = std::fopen(name, "w"); if (!file || std::fwrite(bytes, 1, sizeof bytes, file) < sizeof bytes) break; std::fclose(file); }'
submit thief </dev/null
rm "$scratch/subs/thief/$lab/scale_image.cu"
ln -s "../../zoe
two/$lab/scale_image.cu" "$scratch/subs/thief/$lab/scale_image.cu"
cp "labs/$lab/lab.json" "$scratch/lab.json"

if ! bwrap --unshare-all --ro-bind / / true 2>/dev/null; then
  expect 2 "" sh "$script" "$scratch/subs" "$scratch/reports" "$lab" # says what bwrap says, and grades nothing
  echo "no sandbox can be made on this machine: the rest is not tested"
  exit 77
fi

expect 2 "killer: $lab/scale_image.cu has no verdict" sh "$script" "$scratch/subs" "$scratch/reports" "$lab"
holds "gradebook.csv: 24 tasks, 1 without a verdict"
row() { grep -qxF -- "$1" "$scratch/reports/gradebook.csv" || complain "gradebook.csv lacks: $1"; }
row "\"-anna o\"\"neil\",$lab,scale_image,pass,10,10"
row "two\",$lab,scale_image,pass,10,10"
row "\"nobody\",$lab,scale_image,build-error,0,10"
row "\"thief\",$lab,scale_image,build-error,0,10"
row "\"killer\",$lab,scale_image,none,,"
if bwrap --help | grep -q -- '--size BYTES'; then
  row "\"filler\",$lab,scale_image,fail,0,10"
  that grep -q "The program filled the disk" "$scratch/reports/filler/$lab/scale_image.txt"
fi
row "\"vandal\",$lab,scale_image,fail,0,10"
# A head, and eight students with three tasks each; the line break is in one of the names.
that [ "$(wc -l <"$scratch/reports/gradebook.csv")" = $((1 + 8 * 3 + 3)) ]
that cmp "labs/$lab/lab.json" "$scratch/lab.json"
that [ ! -e "$scratch/reports/forged.json" ]
that [ ! -e "$BUILD/labs/$lab/changed" ]
# The spy saw its own file at most: nothing of others, of the solutions, of the reports.
that grep -q 'It said: "0"' "$scratch/reports/spy/$lab/scale_image.txt"

# Made once more: only what has no verdict is graded.
touch "$scratch/later"
hostile killer ';'
expect 0 "gradebook.csv: 24 tasks, 0 without a verdict" sh "$script" "$scratch/subs" "$scratch/reports" "$lab"
row "\"killer\",$lab,scale_image,fail,0,10"
that [ "$(find "$scratch/reports" -name '*.json' -newer "$scratch/later" | wc -l)" = 1 ]

expect 2 "lies among the submissions" sh "$script" "$scratch/subs" "$scratch/subs/reports" "$lab"
expect 2 "there is no folder" sh "$script" "$scratch/none" "$scratch/reports"
expect 2 "there is no lab 99-none" sh "$script" "$scratch/subs" "$scratch/reports" 99-none
finish
