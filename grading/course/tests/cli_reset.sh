# `course reset` never loses anything, and `course list` knows where a student stands without grading.
. "$(dirname -- "$0")/cli.sh"
fresh_copy
file=labs/$lab/scale_image.cu

expect 0 "to do" "$COURSE" list
lacks "edited"
expect 0 "is the starter already" "$COURSE" reset 03 scale_image
that [ ! -e "$file.1.bak" ]

printf '// only a comment\n' >>"$file"
expect 0 "to do" "$COURSE" list
lacks "edited"
printf 'int mine;\n' >>"$file"
expect 0 "edited" "$COURSE" list

cp "$file" "$scratch/first"
expect 0 "your version is kept as $file.1.bak" "$COURSE" reset scale_image
that cmp -s "$file.1.bak" "$scratch/first"
that cmp -s "$file" "labs/$lab/grader/starter/scale_image.cu"

printf 'int second;\n' >>"$file"
cp "$file" "$scratch/second"
expect 0 "$file.2.bak" "$COURSE" reset 3
holds "copy_shifted.cu: is the starter already"
that cmp -s "$file.1.bak" "$scratch/first"
that cmp -s "$file.2.bak" "$scratch/second"

rm "$file"
expect 0 "missing" "$COURSE" list
expect 0 "the starter is there again" "$COURSE" reset coalescing scale_image
that cmp -s "$file" "labs/$lab/grader/starter/scale_image.cu"
expect 2 "has no task 'scale_images'; did you mean scale_image?" "$COURSE" reset 03 scale_images
one_line
finish
