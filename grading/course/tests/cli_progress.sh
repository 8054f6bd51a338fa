# Points, concepts and answers: what was reached stays, whatever is reset, rebuilt or damaged.
. "$(dirname -- "$0")/cli.sh"
fresh_copy
file=labs/$lab/scale_image.cu

expect 0 "0 of 30 points reached, 0 of 8 concepts met, 0 of 2 questions answered" "$COURSE" list
holds "next: labs/$lab/README.md, then ./course predict 03"
holds "concepts met 0 of 8"
# A starter earns nothing, though parts of it are right.
"$COURSE" grade scale_image >/dev/null
expect 0 "0 of 30 points reached, 0 of 8 concepts met" "$COURSE" list

cp "solutions/$lab/scale_image.cu" "$file"
expect 0 "1 pass" "$COURSE" grade scale_image
lacks "answers.md" # only with the whole lab
# Concepts with a passed check of their own: coalescing (sectors) and pitched-memory (windows).
expect 0 "10 of 30 points reached, 2 of 8 concepts met" "$COURSE" list
holds "concepts met 2 of 8: coalescing, pitched-memory; to meet: "

# A reset, a worse kernel and a build folder thrown away take nothing.
"$COURSE" reset 03 >/dev/null
"$COURSE" grade scale_image >/dev/null
cp "labs/$lab/grader/corpus/slow/scale_image_sliver.cu" "$file"
"$COURSE" grade scale_image >/dev/null
rm -rf build/sim/grade
expect 0 "10 of 30 points reached, 2 of 8 concepts met" "$COURSE" list
holds "(reached before: 10)"
[ ! -e "$ROOT/.git" ] || that git -C "$ROOT" check-ignore -q progress.json

# Solutions are nobody's progress.
expect 0 "3 pass" "$COURSE" grade 03 --solutions
expect 0 "10 of 30 points reached" "$COURSE" list

# Answers in words are shown back: which are given, and what they say.
expect 0 "labs/$lab/answers.md: 0 of 2 questions answered; empty: 1. A thread that walks down" "$COURSE" list
sed -i '0,/^Your answer:/s//Your answer:\n\nFour sectors, since lanes stay neighbours.\n/' "labs/$lab/answers.md"
expect 0 "1 of 2 questions answered" "$COURSE" list
holds "1 of 2 questions answered; empty: 2. When structures"
lacks "since lanes stay neighbours"
expect 0 "Four sectors, since lanes stay neighbours." "$COURSE" list 03
holds "(empty)"
expect 1 "1 of 2 questions answered; empty: 2." "$COURSE" grade 03

# A damaged file: a sentence, the old one kept, and grading goes on.
printf '{ "schema": 1, "labs": { "03' >progress.json
expect 0 "progress.json cannot be read" "$COURSE" list
that grep -qF '"03' progress.json
cp "solutions/$lab/scale_image.cu" "$file"
expect 0 "it is kept as progress.json.1.broken, and a new one begins" "$COURSE" grade scale_image
expect 0 "10 of 30 points reached" "$COURSE" list
lacks "cannot be read"

# A checkout that cannot be written costs a sentence, never a verdict. (Root may write anywhere.)
if [ "$(id -u)" -ne 0 ]; then
  chmod a-w "$scratch/repo"
  expect 0 "progress is not kept" "$COURSE" grade scale_image
  holds "1 pass"
fi
finish
