#!/bin/sh
# record_sanitizer.sh where GPU, compiler and sanitizer are scripts: record_test.sh RECORD_SANITIZER.SH
set -u
scratch=$(mktemp -d "${TMPDIR:-/tmp}/record XXXXXX")
trap 'rm -rf "$scratch"' EXIT
failures=0
mkdir -p "$scratch/bin" "$scratch/faults/right"
cp "$1" "$scratch/faults/record_sanitizer.sh"
echo 'one two' >"$scratch/faults/bounds.cu"
echo 'fine' >"$scratch/faults/right/sums.cu"
cat >"$scratch/bin/nvcc" <<'end'
#!/bin/sh
[ "$1" != --version ] || { echo "Build cuda_13.0"; exit 0; }
while [ "$1" != -o ]; do source=$1; shift; done
grep -q 'does not compile' "$source" && { echo "error: no" >&2; exit 1; }
printf '#!/bin/sh\n[ $# -gt 0 ] && echo "status 0" || printf "%%s\\n" %s\n' "$(cat "$source")" >"$2"
chmod +x "$2"
end
cat >"$scratch/bin/compute-sanitizer" <<'end'
#!/bin/sh
[ "$1" != --version ] || { echo "Fake Sanitizer"; exit 0; }
echo "========= Invalid __global__ write of size 4"
echo "========= ERROR SUMMARY: 2 errors"
end
printf '#!/bin/sh\necho "Fake GPU, 1.2.3"\n' >"$scratch/bin/nvidia-smi"
chmod +x "$scratch/bin/"*
export PATH="$scratch/bin:$PATH"
# record STATUS FILE
record() {
  JOBS=2 bash "$scratch/faults/record_sanitizer.sh" "$2" >"$scratch/output" 2>&1
  status=$?
  [ $status -eq "$1" ] || { echo "FAILED: status $status, expected $1"; cat "$scratch/output"; failures=$((failures + 1)); }
}
that() { "$@" || { echo "FAILED: $*"; cat "$scratch/output"; failures=$((failures + 1)); }; }

record 0 "$scratch/out.csv"
that [ "$(head -n 1 "$scratch/out.csv")" = "# Fake Sanitizer, Build cuda_13.0, Fake GPU, 1.2.3" ]
that [ "$(wc -l <"$scratch/out.csv")" -eq 17 ] # 3 cases, each plainly and under four tools
that grep -qx 'bounds,two,memcheck,0,2,"Invalid __global__ write of size 4"' "$scratch/out.csv"
that grep -qx 'sums,fine,none,0,,"status 0"' "$scratch/out.csv"

# A program that does not compile is missing, and the status says so.
echo 'does not compile' >"$scratch/faults/right/sums.cu"
record 1 "$scratch/out.csv"
that grep -q "sums does not compile: error: no" "$scratch/output"
that [ "$(wc -l <"$scratch/out.csv")" -eq 12 ]

# Without a GPU, or without room for it, there is no record, and the one before stays.
cp "$scratch/out.csv" "$scratch/before.csv"
mkdir "$scratch/out.csv.part"
record 2 "$scratch/out.csv"
rm -rf "$scratch/out.csv.part"
printf '#!/bin/sh\necho "NVIDIA-SMI has failed" >&2\nexit 9\n' >"$scratch/bin/nvidia-smi"
record 2 "$scratch/out.csv"
that grep -q "no NVIDIA GPU answers here" "$scratch/output"
that cmp "$scratch/out.csv" "$scratch/before.csv"
[ "$failures" -eq 0 ] || exit 1
echo "all as expected"
