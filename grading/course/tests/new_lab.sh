# A teacher's afternoon, in a copy of the repository: `course new-lab`, then a second task by docs/author-guide.md, whose
# blocks this test follows to the letter. The lab is built, and every kernel of it is judged as its lab.json states.
. "$(dirname -- "$0")/cli.sh"
repo="$scratch/a copy"
mkdir "$repo"
for part in "$ROOT"/*; do
  case ${part##*/} in build* | progress.json*) ;; *) cp -R "$part" "$repo/" ;; esac
done
cp "$ROOT/.gitignore" "$repo/"
cd "$repo" || exit 1
export COURSE_ROOT="$repo" COURSE_BUILD="$repo/build/sim"

everything() { (cd "$repo" && find . -path ./build -prune -o ! -name 'progress.json*' ! -type d -print | LC_ALL=C sort); }
sums() { everything | while read -r file; do [ -L "$file" ] || cksum "$file"; done; }
sums >"$scratch/before"
others_as_before() {
  sums | grep -v '12-warp-votes/' >"$scratch/after"
  cmp -s "$scratch/before" "$scratch/after" || {
    diff "$scratch/before" "$scratch/after" >"$scratch/output"
    complain "something outside the lab's two folders changed"
  }
}

# Names that cannot be, and one that can.
expect 2 "cannot be a lab's name" "$COURSE" new-lab "Warp Votes"
one_line
expect 2 "there is a lab 03-coalescing already" "$COURSE" new-lab coalescing
expect 2 "there is a lab 03-coalescing already" "$COURSE" new-lab 03-something
expect 0 "made labs/12-warp-votes and solutions/12-warp-votes" "$COURSE" new-lab 12-warp-votes
expect 2 "there is a lab 12-warp-votes already" "$COURSE" new-lab warp-votes
expect 0 "made labs/13-something-else" "$COURSE" new-lab something-else
rm -r labs/13-something-else solutions/13-something-else
expect 2 "'Count' cannot be a task's name" "$COURSE" new-lab histogram Count
expect 2 "'union' cannot be a task's name" "$COURSE" new-lab union
expect 2 "C++ keeps the word for itself" "$COURSE" new-lab histogram static_cast
expect 2 "lab 03-coalescing has a task scale_image already" "$COURSE" new-lab histogram scale_image
expect 0 "a lab with one task, count_bytes" "$COURSE" new-lab histogram count_bytes
that grep -qF 'task == "count_bytes"' labs/13-histogram/grader/runner.cpp
that [ -f solutions/13-histogram/count_bytes.cu ]
rm -r labs/13-histogram solutions/13-histogram
that [ -z "$(grep -rl '@[A-Z]*@' labs/12-warp-votes solutions/12-warp-votes)" ]
that [ -f labs/12-warp-votes/solution/warp_votes.cu ]
others_as_before

# The lab's own targets only, and what they need. A cache of compilations is used where there is one.
launcher=
if command -v ccache >/dev/null 2>&1; then
  launcher=-DCMAKE_CXX_COMPILER_LAUNCHER=ccache
  export CCACHE_BASEDIR="$scratch"
fi
build() {
  cmake -S "$repo" -B "$repo/build/sim" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DBUILD_TESTING=OFF $launcher &&
    cmake --build "$repo/build/sim" --target lab-12-warp-votes -j 2
}
build >"$scratch/output" 2>&1 || { complain "the new lab does not build"; finish; }
expect 0 "every given kernel is judged as stated" "$COURSE" check-labs 12
holds "warp_votes: prediction load_sectors"
expect 0 "the file is still the starter" "$COURSE" grade 12
expect 0 "1 pass" "$COURSE" grade 12 --solutions

# The guide's second task. A line `<!-- guide: ACTION FILE -->` says what the block below it is for.
mkdir "$scratch/blocks"
awk -v out="$scratch/blocks" '
  /^<!-- guide: / { action = $0; sub(/^<!-- guide: /, "", action); sub(/ -->$/, "", action); next }
  /^```/ && action != "" && !inside { inside = 1; ++n; name = sprintf("%s/%02d", out, n); print action >(name ".action"); next }
  /^```/ && inside { inside = 0; action = ""; close(name); next }
  inside { print >name }
' docs/author-guide.md
[ "$(find "$scratch/blocks" -name '*.action' | wc -l)" -ge 7 ] || complain "the author guide lacks blocks to follow"
for action in "$scratch/blocks/"*.action; do
  block=${action%.action}
  read -r what file <"$action"
  case $what in
    new) mkdir -p "$(dirname "$file")" && cp "$block" "$file" ;;
    append) { echo; cat "$block"; } >>"$file" ;;
    branch) sed -i "/A further task is one more branch/{
r $block
N
}" "$file" ;;
    task) cat >"$scratch/insert.cmake" <<'CMAKE'
file(READ ${FILE} lab)
file(READ ${BLOCK} task)
string(JSON count LENGTH "${lab}" tasks)
string(JSON lab SET "${lab}" tasks ${count} "${task}")
file(WRITE ${FILE} "${lab}")
CMAKE
      cmake "-DFILE=$repo/$file" "-DBLOCK=$block" -P "$scratch/insert.cmake" ;;
    run) sh "$block" ;;
    *) complain "the author guide asks for an action '$what' that this test does not know" ;;
  esac || complain "the guide's step cannot be followed: $what $file"
done
build >"$scratch/output" 2>&1 || { complain "the lab with a second task does not build"; finish; }
expect 0 "every given kernel is judged as stated" "$COURSE" check-labs 12
holds "reverse_array_off_by_one.cu"
expect 0 "2 to do, 0 fail" "$COURSE" grade 12
expect 0 "2 pass" "$COURSE" grade 12 --solutions
expect 0 "hint 1 of" "$COURSE" hint reverse_array
others_as_before

# A lab that states what is not so is found out: words of a message, the line of a prediction, a place for answers.
sed -i 's/past the end/beyond the moon/' labs/12-warp-votes/lab.json
sed -i 's/"out\[i\] = 2 \* in\[i\]"/"nowhere"/' labs/12-warp-votes/lab.json
sed -i 's/^Your answer:/Answer:/' labs/12-warp-votes/answers.md
expect 1 'without the words "beyond the moon"' "$COURSE" check-labs 12
holds "the prediction load_sectors cannot be counted"
holds 'there is no line "Your answer:"'
holds "things are not as stated"

# One fault of the lab that every kernel of a task meets is told once; the other task has none of it.
sed -i '0,/"bytes_per_useful_byte"/s//"bytes_per_byte"/' labs/12-warp-votes/lab.json
expect 1 "the same again" "$COURSE" check-labs warp_votes
tr -s ' \n' ' ' <"$scratch/output" >"$scratch/joined"
that grep -qF "did you mean bytes_per_useful_byte" "$scratch/joined"
that [ "$(grep -o "neither a measure" "$scratch/joined" | wc -l)" -eq 1 ]
lacks "reverse_array"

# A hint that nobody would ever see.
sed -i 's/"bytes_per_byte"/"bytes_per_useful_byte"/; s/"out-of-bounds"/"out_of_bounds"/' labs/12-warp-votes/lab.json
expect 1 "with the fault out_of_bounds" "$COURSE" check-labs warp_votes
holds "hint 1 is for any_length"
lacks "hint 2"

# A machine on which nothing can be judged says nothing of hints.
expect 1 "no folder for the order" env TMPDIR="$scratch/nowhere" "$COURSE" check-labs warp_votes
lacks "with the fault out_of_bounds"

# Pages and links, by a command that an author can find.
sed 's/"teaches" *: *\[\]/"teaches": ["warp-vote"]/' labs/12-warp-votes/lab.json >"$scratch/lab.json"
cp labs/12-warp-votes/lab.json "$scratch/kept.json"
cp "$scratch/lab.json" labs/12-warp-votes/lab.json
expect 1 'there is no glossary/warp-vote.md' "$COURSE" docs --check
cp "$scratch/kept.json" labs/12-warp-votes/lab.json
expect 0 "no problems" "$COURSE" docs --check
finish
