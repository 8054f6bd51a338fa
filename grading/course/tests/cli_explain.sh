# course explain on starters, edited files and solutions: counts beside the lines, faults at theirs.
. "$(dirname -- "$0")/cli.sh"
fresh_copy
file=labs/$lab/scale_image.cu

# The starter: 32 sectors where 4 would do, on the line that asks for them.
expect 0 "$file  scale_image" "$COURSE" explain scale_image --json "$scratch/explain.json"
that grep -qE '^!   32 global load +[0-9]+ +32 +4 +19 ' "$scratch/output"
holds "global store: 32 sectors a request where 4 would do"
holds "occupancy of 9.0:"
that [ -z "$(awk 'length > 100' "$scratch/output")" ]
if grep -q "$(printf '\033')" "$scratch/output"; then complain "colour although this is no terminal"; fi
that grep -q '"schema": 1' "$scratch/explain.json"
that grep -q '"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"' "$scratch/explain.json"

# The solution: nothing to mark. Many launches of a kernel are one entry.
expect 0 "solutions/$lab/scale_image.cu  scale_image" "$COURSE" explain 03 scale_image --solution
lacks "would do"
expect 0 "x move_kernel" "$COURSE" explain move_particles --solution
holds "shared store"

# Shared memory: wavefronts beside the ideal, on the line that reads down a column of the tile.
copy_lab 04-bank-conflicts
expect 0 "labs/04-bank-conflicts/transpose.cu  transpose" "$COURSE" explain 04 transpose
that grep -qE '^! +shared load +[0-9]+ +32 ' "$scratch/output"
holds "shared load: 32 wavefronts an access where"
expect 0 "x transpose_vectors<float, float4>" "$COURSE" explain 04 transpose --solution
that grep -qE '^ +shared store +[0-9]+ +4 +4 ' "$scratch/output"
lacks "would do"

# An access out of bounds stands at its line; so does what the compiler complains of.
sed -i 's/row_of(out, out_pitch, y)\[x\]/row_of(out, out_pitch, y)[x + 100000000]/' "$file"
expect 1 "X out-of-bounds: writes 4 bytes" "$COURSE" explain scale_image
holds "Counts end where the fault"
printf 'this is not CUDA;\n' >>"$file"
expect 1 "this is not CUDA;" "$COURSE" explain scale_image --json "$scratch/explain.json"
holds "     X "
that grep -q '"built": false' "$scratch/explain.json"
# Bytes that are no UTF-8 stand in no JSON.
printf 'int gr\366sse;\n' >>"$file"
expect 1 "X " "$COURSE" explain scale_image --json "$scratch/explain.json"
if command -v iconv >/dev/null 2>&1; then that iconv -f UTF-8 -t UTF-8 -o /dev/null "$scratch/explain.json"; fi
rm "$file"
expect 2 "$file is missing: ./course reset 03 scale_image" "$COURSE" explain scale_image
one_line
expect 2 "has no task 'scale'" "$COURSE" explain 03 scale
expect 2 "cannot write" "$COURSE" explain 03 --json "$scratch/none/x.json"
finish
