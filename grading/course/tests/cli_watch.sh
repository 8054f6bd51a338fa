# course watch: grades on every save, tells only what changed, outlives a file that does not compile, ends on Ctrl-C.
. "$(dirname -- "$0")/cli.sh"
fresh_copy
file=labs/$lab/scale_image.cu
seen="$scratch/watch.txt"
mkdir "$scratch/tmp"

# The shell lets programs in the background ignore Ctrl-C; a student's does not.
begin() { TMPDIR="$scratch/tmp" env --default-signal=INT "$@" "$COURSE" watch scale_image >"$seen" 2>&1 & watcher=$!; }
# wait_for TEXT: until what was printed holds it.
wait_for() {
  for _ in $(seq 1200); do
    if grep -qF -- "$1" "$seen"; then return; fi
    kill -0 "$watcher" 2>/dev/null || break
    sleep 0.1
  done
  cp "$seen" "$scratch/output"
  complain "watch never said: $1"
}
forget() { : >"$seen"; }
ends_well() {
  kill -INT "$watcher"
  wait "$watcher"
  status=$?
  cp "$seen" "$scratch/output"
  [ "$status" -eq 0 ] || complain "Ctrl-C: exit status $status, expected 0"
  holds "ended; nothing is running any more"
  that [ -z "$(ls "$scratch/tmp")" ]
}

begin
wait_for "Ctrl-C ends this"
that grep -qF "the file is still the starter" "$seen"
forget
cp "solutions/$lab/scale_image.cu" "$file"
wait_for "scale_image/sectors fail -> pass"
wait_for "scale_image pass, 10 of 10 points"
if grep -qF "any_size" "$seen"; then complain "any_size passed before and after, and is told"; fi
forget
printf 'this is not CUDA;\n' >>"$file"
wait_for "scale_image build-error"
wait_for "scale_image.cu:"
forget
# As editors save: a new file under another name takes the old one's place.
cp "labs/$lab/grader/starter/scale_image.cu" "$file.new"
sleep 1
if grep -qF "saved" "$seen"; then complain "a file that is no source was graded"; fi
mv "$file.new" "$file"
wait_for "scale_image/sectors pass -> fail"
forget
touch "$file"
wait_for "no verdict and no count changed"

# What does not build: its place as one would type it.
forget
printf 'no CUDA;\n' >>"$file"
wait_for "scale_image build-error"
wait_for "    $file:"
ends_well
cp "labs/$lab/grader/starter/scale_image.cu" "$file"

# Ctrl-C in the middle of a grading: a kernel without end, and nothing is left.
cp "labs/$lab/grader/corpus/wrong/scale_image_endless_loop.cu" "$file"
sed -i 's/"seconds": 10/"seconds": 120/' "labs/$lab/lab.json"
begin
for _ in $(seq 600); do
  if [ -n "$(ls "$scratch/tmp")" ]; then break; fi
  sleep 0.1
done
sleep 0.3
ends_well
cp "labs/$lab/grader/starter/scale_image.cu" "$file"

# Where inotify is not to be had.
begin COURSE_WATCH=poll
wait_for "(by polling)"
forget
cp "solutions/$lab/scale_image.cu" "$file"
wait_for "scale_image/sectors fail -> pass"
ends_well
expect 0 "pass" "$COURSE" list 03
finish
