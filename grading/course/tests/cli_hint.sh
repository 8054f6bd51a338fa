# course hint: the next one for what fails, remembered; nothing while the file does not compile or passes.
. "$(dirname -- "$0")/cli.sh"
fresh_copy
file=labs/$lab/scale_image.cu

# The starter fails its lesson: three hints about it, one at a time, then all with the way to the solution.
expect 0 "hint 1 of 3" "$COURSE" hint 03
holds "scale_image/sectors"
holds "8 bytes loaded per useful byte"
holds "How many bytes lie between them?"
expect 0 "hint 2 of 3" "$COURSE" hint scale_image
holds "The lanes of a warp count up threadIdx.x first"
lacks "How many bytes lie between them?"
expect 0 "hint 3 of 3" "$COURSE" hint 03 scale_image
holds "That was the last hint"
holds "solutions/$lab/scale_image.cu"
[ "$(wc -L <"$scratch/output")" -le 100 ] || complain "a line is wider than 100 columns"
expect 0 "All 3 hints for this, once more" "$COURSE" hint scale_image
holds "hint 1 of 3"

# What fails decides: a cast to float4 is wrong in windows, and its counts say nothing.
cp "labs/$lab/grader/corpus/wrong/scale_image_float4_cast.cu" "$file"
expect 0 "scale_image/windows" "$COURSE" hint scale_image
holds "A pitch counts bytes"
lacks "threadIdx.x choose"

# A hint for one way of failing comes before the check's others.
general='{ "when": "any_size", "text": "GENERAL" }'
narrow='{ "when": "any_size", "fault": "out-of-bounds", "says": "past the end", "text": "NARROW" }'
sed -i "0,/\"hints\": \[/s//\"hints\": [ $general, $narrow,/" "labs/$lab/lab.json"
cp "labs/$lab/grader/corpus/wrong/scale_image_no_bounds_check.cu" "$file"
expect 0 "NARROW" "$COURSE" hint scale_image
lacks "GENERAL"

# Of a lab, the task that was begun comes before those still to do; a file that does not compile is repaired first.
printf 'this is not CUDA;\n' >>"labs/$lab/copy_shifted.cu"
cp "labs/$lab/grader/starter/scale_image.cu" "$file"
expect 1 "copy_shifted does not build" "$COURSE" hint 03
holds "labs/$lab/copy_shifted.cu:"
lacks "hint 1"

cp "solutions/$lab/scale_image.cu" "$file"
expect 0 "scale_image passes: no hint needed" "$COURSE" hint scale_image
holds "solutions/$lab/README.md"
expect 2 "did you mean" "$COURSE" hint scale_imag
one_line
finish
