# What a student sees for each way a task can end. Grades copies of lab 03 with the real graders.
. "$(dirname -- "$0")/cli.sh"
fresh_copy
file=labs/$lab/scale_image.cu

# The starter: to do, status 0, what it does wrong, and a report that says so.
expect 0 "the file is still the starter" "$COURSE" grade scale_image --json "$scratch/report.json" --junit "$scratch/report.xml"
holds "$file:"
holds "glossary/"
that grep -q '"verdict": "todo"' "$scratch/report.json"
that grep -q '<testcase.*scale_image/' "$scratch/report.xml"
expect 1 "with --strict, a task to do fails with 0 points" "$COURSE" grade scale_image --strict --json "$scratch/strict.json"
holds "0 pass, 0 to do, 1 fail: 0 of 10 points"
that grep -q '"verdict": "fail"' "$scratch/strict.json"
that [ -z "$(grep '"verdict": "todo"' "$scratch/strict.json")" ]
that [ -z "$(awk 'length > 100' "$scratch/output")" ]

# The solution, in the student's file: all points.
cp "solutions/$lab/scale_image.cu" "$file"
expect 0 "1 pass, 0 to do, 0 fail" "$COURSE" grade scale_image --strict
expect 0 "pass" "$COURSE" list

# What the compiler warns of is told, and costs nothing.
printf 'static __global__ void unused(int* o) {\n  if (o[0] = 1) o[1] = 2;\n}\n' >>"$file"
line=$(grep -n 'o\[0\] = 1' "$file" | cut -d: -f1)
for again in first second; do
  expect 0 "1 pass, 0 to do, 0 fail" "$COURSE" grade scale_image --strict
  holds "scale_image compiler warning"
  holds "using the result of an assignment as a condition"
  holds "$file:$line"
  that [ "$(grep -c 'compiler warning' "$scratch/output")" = 1 ]
done
cp "solutions/$lab/scale_image.cu" "$file"

# A kernel that does not compile costs its task, not the others.
printf 'this is not CUDA;\n' >>"$file"
expect 1 "build-error" "$COURSE" grade scale_image copy_shifted --json "$scratch/report.json" --junit "$scratch/report.xml"
holds "$file:"
holds "1 to do, 1 fail"
that grep -q 'type="build-error"' "$scratch/report.xml"

# Memory that is never freed is noted beside the pass, once, with its line.
sed 's/if (width == 0 || height == 0) return;/&\n  void* kept;\n  cudaMalloc(\&kept, 400);/' "solutions/$lab/scale_image.cu" >"$file"
line=$(grep -n 'cudaMalloc(&kept' "$file" | cut -d: -f1)
expect 0 "1 pass, 0 to do, 0 fail" "$COURSE" grade scale_image --json "$scratch/report.json"
holds "scale_image note"
holds "of 400"
holds "$file:$line"
that [ "$(grep -c 'scale_image note' "$scratch/output")" = 1 ]
that grep -q '"notes"' "$scratch/report.json"

# A fault that several checks meet is told once, and they are named beside it.
cat >"$file" <<'end'
#include "tasks.h"
__global__ void one_element(const float* in, float* out) { out[0] = in[1 << 28]; }
void scale_image(const float* in, std::size_t, float* out, std::size_t, int, int, float) {
  one_element<<<1, 1>>>(in, out);
}
end
expect 1 "scale_image/any_size" "$COURSE" grade scale_image
holds "also   the same fault stops windows (correctness) and sectors (lesson)"
holds "read   glossary/cuda-thread.md"
that [ "$(grep -c '  what' "$scratch/output")" = 1 ]

# A loop in a kernel that never ends is told with its line, by the count of its instructions, before any clock.
cat >"$file" <<'end'
#include "tasks.h"
__global__ void endless(const float* in, float* out) {
  while (in[0] != in[1]) out[0] = in[0];
}
void scale_image(const float* in, std::size_t, float* out, std::size_t, int, int, float) { endless<<<1, 1>>>(in, out); }
end
expect 1 "was stopped after 12000000 warp instructions" "$COURSE" grade scale_image
holds "$file:3"
holds "also   the same fault stops"

# Two gradings of one task at a time: the second waits for the first, whose files it would else read half written.
cp "solutions/$lab/scale_image.cu" "$file"
mkdir -p "build/sim/grade/$lab"
(
  exec 8>"build/sim/grade/$lab/scale_image.lock"
  flock 8
  echo held >"$scratch/held"
  sleep 2
  echo free >"$scratch/held"
) &
while [ ! -s "$scratch/held" ]; do sleep 0.05; done
expect 0 "1 pass" "$COURSE" grade scale_image
that grep -q free "$scratch/held"
wait

# No text at all: a sentence, and nothing in it that a terminal or XML would take for more than text.
printf 'int \033[31mred\351 = \377\376\007;\n%.0s' 1 2 3 >"$file"
expect 1 "build-error" "$COURSE" grade scale_image --junit "$scratch/report.xml"
for output in "$scratch/output" "$scratch/report.xml"; do that [ -z "$(LC_ALL=C tr -d '\n\t\040-\176\357\277\275\302\267' <"$output")" ]; done

# Lines of millions of characters, as a program writes them, in what the compiler and the linker quote.
long=$(head -c 3000000 /dev/zero | tr '\0' x)
{ cat "solutions/$lab/scale_image.cu"; printf 'int wrong = "%s";\n' "$long"; } >"$file"
line=$(wc -l <"$file")
expect 1 "build-error" "$COURSE" grade scale_image
holds "$file:$line"
{ cat "solutions/$lab/scale_image.cu"; printf 'int n%.500000s();\nint wrong = n%.500000s();\n' "$long" "$long"; } >"$file"
expect 1 "which it neither defines nor includes" "$COURSE" grade scale_image

# A value that is promised and not returned: not run at all, told with its line, also when the object is kept from before.
cp "solutions/$lab/scale_image.cu" "$file"
printf 'static int promised(int n) {\n  if (n > 3) return n;\n}\nint used = promised(2);\n' >>"$file"
line=$(($(grep -n 'static int promised' "$file" | cut -d: -f1) + 2))
for again in first second; do
  expect 1 "build-error" "$COURSE" grade scale_image
  holds "this function promises a value and can reach its end without \`return\`"
  holds "$file:$line"
done

# Who fails learns where hints are.
cp "labs/$lab/grader/corpus/wrong/scale_image_no_bounds_check.cu" "$file"
expect 1 "stuck? ./course hint scale_image" "$COURSE" grade "$file"

# A slow kernel of a speed check is missed where there is no GPU, too; only the named task is looked at.
slow=$(sed -n 's/.*"slow": "\(corpus[^"]*scale_image[^"]*\)".*/\1/p' "labs/$lab/lab.json")
mv "labs/$lab/grader/$slow" "$scratch/slow.cu"
expect 1 "the speed check time names" "$COURSE" check-labs scale_image
holds "from its limit"
lacks "copy_shifted"
mv "$scratch/slow.cu" "labs/$lab/grader/$slow"

printf '#include "tasks.h"\n' >"$file"
expect 1 "scale_image.cu does not define scale_image(" "$COURSE" grade scale_image
rm "$file"
expect 1 "$file is missing: ./course reset 03 scale_image" "$COURSE" grade scale_image
mkfifo "$file"
expect 1 "$file is not a file" "$COURSE" grade scale_image
expect 2 "$file is not a file: move it away" "$COURSE" reset scale_image
one_line
rm "$file"
mkdir "$file"
expect 1 "$file is not a file" "$COURSE" grade scale_image
expect 0 "missing" "$COURSE" list
rmdir "$file"

# No compiler: one sentence, before anything else is tried.
expect 2 "clang" env COURSE_CLANG="$scratch/no-clang" "$COURSE" grade scale_image
one_line

# A grader that dies is never a student's fault.
rm build/sim/labs
mkdir -p "build/sim/labs/$lab"
cp -R "$BUILD/labs/$lab/." "build/sim/labs/$lab"
# A header of the lab that is gone is put back by git, not by a reset. (The manifest names this checkout's.)
sed -i "s#$ROOT/labs/#$scratch/repo/labs/#g" "build/sim/labs/$lab/manifest.json"
"$COURSE" reset 03 >/dev/null
mv "labs/$lab/tasks.h" "$scratch/tasks.h"
expect 1 "'tasks.h' file not found" "$COURSE" grade scale_image
holds "labs/$lab/tasks.h belongs to the lab and is missing"
mv "$scratch/tasks.h" "labs/$lab/tasks.h"
printf '#!/bin/sh\necho boom\nkill -SEGV $$\n' >"build/sim/labs/$lab/grade"
"$COURSE" reset 03 >/dev/null
expect 2 "gave no verdict (signal 11" "$COURSE" grade scale_image
holds "boom"
rm "build/sim/labs/$lab/grade"
expect 2 "is not built" "$COURSE" grade scale_image
finish
