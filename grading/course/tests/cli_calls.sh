# Calls that cannot be followed end in one sentence and exit status 2; nothing is compiled here.
. "$(dirname -- "$0")/cli.sh"
fresh_copy

expect 2 "there is no command 'grad'; did you mean grade?" "$COURSE" grad
one_line
expect 2 "no lab or task is called 'scale_imgae'; did you mean scale_image?" "$COURSE" grade scale_imgae
one_line
expect 2 "no lab or task is called '99'" "$COURSE" grade 99
one_line
expect 2 "which lab or task? As in ./course hint 03" "$COURSE" hint
one_line
# What a shell completes, and a dot in the lab's folder.
expect 2 "nobody answers here" "$COURSE" predict "labs/$lab/scale_image.cu"
expect 2 "nobody answers here" "$COURSE" predict scale_image.cu
in_lab() { (cd "labs/$lab" && "$COURSE" predict .); }
expect 2 "./course predict 03" in_lab
expect 2 "no lab or task is called '.'" "$COURSE" predict .
gone() { (mkdir gone && cd gone && rmdir ../gone && "$COURSE" list); }
expect 2 "the folder that you are in is not there any more" gone
expect 2 "--machine" "$COURSE" grade 03 --machine fpga
one_line
expect 2 "cannot write $scratch/none/report.json" "$COURSE" grade 03 --json "$scratch/none/report.json"
one_line
expect 2 "cannot write" "$COURSE" grade 03 --junit "$scratch"
expect 0 "grade" "$COURSE" --help

# A build folder of one's own that nobody built: the line that builds it, and no preset of that name.
mkdir -p "$scratch/elsewhere"
expect 2 "lab $lab is not built" env COURSE_BUILD="$scratch/elsewhere" "$COURSE" grade scale_image
tr -d '\n' <"$scratch/output" | tr -s ' ' >"$scratch/joined"
that grep -qF "/labs/$lab/manifest.json is missing): run cmake -S '" "$scratch/joined"
that grep -qF "unset COURSE_BUILD" "$scratch/joined"
lacks "--preset"
rm -rf "$scratch/elsewhere"

# No GPU, or none that this process sees: nvidia-smi is not on this PATH.
mkdir "$scratch/bin"
for program in sh grep env; do ln -s "$(command -v $program)" "$scratch/bin/$program"; done
expect 2 "--machine cuda: no NVIDIA GPU answers here" env PATH="$scratch/bin" "$COURSE" grade 03 --machine cuda
one_line

# The way through the course is the one that the design names, by what each lab needs and teaches.
way=$(sed -n 's/^.*The order to take them is by prerequisites: \([0-9, ]*\)\..*$/\1/p' "$ROOT/docs/design.md")
expect 0 "points reached" env COURSE_ROOT="$ROOT" COURSE_BUILD="$BUILD" "$COURSE" list
that [ "$(grep -o '^[0-9][0-9]-' "$scratch/output" | tr -d '\n')" = "$(printf '%s-' "$way" | sed 's/, /-/g')" ]

# A broken lab.json is a sentence of its own; list shows it, and status 2 says that the course is at fault.
sed 's/"tasks"/"taks"/' "$ROOT/labs/$lab/lab.json" >"labs/$lab/lab.json"
expect 2 "lab.json" "$COURSE" list
expect 2 "lab.json" "$COURSE" grade 03
expect 2 "no lab or task is called 'scale_image'" "$COURSE" grade scale_image
holds "lab.json"
one_line
expect 2 "lab.json" "$COURSE" reset 03
one_line
# Bytes that are no text, and those that a terminal obeys, reach none.
printf '{ "title": "\351\033[31m' >"labs/$lab/lab.json"
expect 2 "lab.json" "$COURSE" grade 03
that [ -z "$(LC_ALL=C tr -d '\n\040-\176\357\277\275' <"$scratch/output")" ]
rm "labs/$lab/lab.json"
expect 2 "lab.json" "$COURSE" grade

mv labs elsewhere
expect 2 "labs is missing" "$COURSE" list
one_line
finish
