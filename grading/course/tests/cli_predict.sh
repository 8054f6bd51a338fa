# course predict: asks on a terminal, reads lines elsewhere, never waits for nobody; each number is told once beside its count.
. "$(dirname -- "$0")/cli.sh"
fresh_copy
numbers() { printf "$1" | "$COURSE" predict "$2" ${3:-}; }

# Nobody there: the questions, and how to answer.
expect 2 "printf '4\\n' | ./course predict 03" "$COURSE" predict 03
holds "Line 19 of the starter loads one pixel in each lane"
holds "labs/$lab/grader/starter/scale_image.cu"
holds "(sectors a request)"
expect 2 "nobody answers here" env CI=true "$COURSE" predict 03
# A pipe that nobody writes to and nobody closes: after a moment the same.
mkfifo "$scratch/silence"
exec 7<>"$scratch/silence"
silent() { timeout 30 "$COURSE" predict 03 <"$scratch/silence"; }
expect 2 "nobody answers here" silent
exec 7>&-
that [ ! -e progress.json ]

# Lines of a script: all or nothing.
expect 2 "line 1: 'many' is not a number; nothing is kept" numbers 'many\n' 03 scale_image
expect 2 "2 lines for 1 questions; nothing is kept" numbers '4\n5\n' 03 scale_image
that [ ! -e progress.json ]
expect 0 "1 of 1 predictions kept: ./course grade 03 tells once what was counted" numbers '4.5\n' 03 scale_image
that grep -q '"predicted": 4.5' progress.json
expect 0 "all 1 predictions are made" "$COURSE" predict 03 scale_image
expect 0 "predicted 4.5 sectors a request, not counted yet" "$COURSE" list 03

# Told once, beside the count: 32 lanes in 32 rows are 32 sectors. Also after the student's file has changed.
cp "solutions/$lab/scale_image.cu" "labs/$lab/scale_image.cu"
# A file that does not build has no counts, and its first word is the compiler's.
cp "labs/$lab/scale_image.cu" "$scratch/kept.cu"
printf 'this is not CUDA;\n' >>"labs/$lab/scale_image.cu"
expect 1 "build-error" "$COURSE" grade scale_image
lacks "predicted"
cp "$scratch/kept.cu" "labs/$lab/scale_image.cu"
expect 0 "predicted 4.5, counted 32 sectors a request" "$COURSE" grade scale_image
holds "Line 19 of the starter loads one pixel"
holds "kept in labs/$lab/answers.md"
lacks "after a grading"
that grep -qF "## Predictions" "labs/$lab/answers.md"
that grep -qF "I predicted 4.5, counted 32 sectors a request." "labs/$lab/answers.md"
expect 0 "1 pass" "$COURSE" grade scale_image
lacks "predicted"
expect 0 "scale_image" "$COURSE" explain scale_image
lacks "predicted"
expect 0 "predicted 4.5, counted 32 sectors a request" "$COURSE" list 03
holds "0 of 2 questions answered"
that [ "$(grep -c 'I predicted' "labs/$lab/answers.md")" -eq 1 ]
# Two terminals at once: one of them tells.
expect 0 "1 of 1 predictions kept" numbers '28\n' 03 move_particles
"$COURSE" grade move_particles >"$scratch/one" 2>&1 &
"$COURSE" grade move_particles >"$scratch/other" 2>&1
wait
that [ "$(cat "$scratch/one" "$scratch/other" | grep -c "predicted 28, counted")" -eq 1 ]
that [ "$(grep -c 'I predicted 28' "labs/$lab/answers.md")" -eq 1 ]
# The solutions' report is nobody's progress.
expect 0 "1 pass" "$COURSE" grade scale_image --solutions
lacks "predict"

# Asked for until it is answered, or until the task passes. After a grading it is no prediction any more, but may still be
# made. An empty line passes over a question.
expect 0 "2 of your predictions are not made yet: ./course predict copy_shifted" "$COURSE" grade copy_shifted
expect 0 "1 of 2 predictions kept" numbers '\n16\n' copy_shifted
holds "graded before"
# An answers.md that is not there holds nothing up, and progress.json remembers.
mv "labs/$lab/answers.md" "$scratch/answers.md"
expect 0 "predicted 16, counted 15.97 sectors a request (the solution)" "$COURSE" grade copy_shifted
holds "(predicted after a grading)"
holds "1 of your predictions is not made yet: ./course predict copy_shifted"
lacks "kept in"
expect 0 "labs/$lab/answers.md is missing: git checkout -- labs/$lab/answers.md" "$COURSE" list 03
mv "$scratch/answers.md" "labs/$lab/answers.md"
cp "solutions/$lab/copy_shifted.cu" "labs/$lab/copy_shifted.cu"
expect 0 "1 pass" "$COURSE" grade copy_shifted
lacks "not made yet"

# On a terminal: one by one, asked again for what is no number.
if command -v script >/dev/null 2>&1; then
  rm progress.json
  on_terminal() { printf 'four\n28\n' | env -u CI script -qec "\"$COURSE\" predict move_particles" /dev/null; }
  expect 0 "'four' is not a number" on_terminal
  holds "1 of 1 predictions kept"
  that grep -q '"predicted": 28' progress.json
fi

# A question whose line is gone is an author's fault (check-labs says so, too), and holds no verdict up.
sed -i 's/"line": "row_of(out/"line": "no such line(/' "labs/$lab/lab.json"
expect 2 "0 lines do" "$COURSE" predict scale_image
expect 0 "1 pass" "$COURSE" grade scale_image
finish
