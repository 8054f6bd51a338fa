# The verdict that README.md shows is the one that the tool gives on a fresh clone. `readme.sh --write` puts it there.
write=${1:-}
. "$(dirname -- "$0")/cli.sh"
fresh_copy
expect 0 "scale_image" "$COURSE" grade scale_image
begin='<!-- begin verdict'
end='<!-- end verdict'
if [ "$write" = --write ]; then
  { sed "/^$begin/q" "$ROOT/README.md"; echo '```'; cat "$scratch/output"; echo '```'; sed -n "/^$end/,\$p" "$ROOT/README.md"; } \
    >"$scratch/README.md" && cp "$scratch/README.md" "$ROOT/README.md"
fi
# Between the markers, without the fence.
sed -n "/^$begin/,/^$end/p" "$ROOT/README.md" | sed -e '1,2d' -e '$d' | sed '$d' >"$scratch/shown"
diff "$scratch/shown" "$scratch/output" ||
  complain "README.md shows another verdict: COURSE=... ROOT=... BUILD=... sh grading/course/tests/readme.sh --write"
finish
