#!/bin/sh
# compute-sanitizer over every solution on a real GPU: sanitize.sh BUILD ROOT [LAB...]
# BUILD is a build of the preset cuda. Every correctness check of every task runs under memcheck, racecheck, initcheck and
# synccheck. Status 0: all clean; 1: something was found; 77 (skipped in CTest): no GPU or no compute-sanitizer here;
# 2: a runner or grader is missing.
set -eu
build=$1
root=$2
shift 2
tools=${SANITIZER_TOOLS:-memcheck racecheck initcheck synccheck}
jobs=${SANITIZER_JOBS:-8}

skip() { echo "sanitize: $*" >&2; exit 77; }
sanitizer=$(command -v compute-sanitizer || echo /usr/local/cuda/bin/compute-sanitizer)
[ -x "$sanitizer" ] || skip "compute-sanitizer is not here; it comes with the CUDA Toolkit"
nvidia-smi -L 2>/dev/null | grep -q 'GPU 0' || skip "no NVIDIA GPU answers here (nvidia-smi finds none)"

# Built for the GPU that nvidia-smi names first, and run on it.
export CUDA_DEVICE_ORDER="${CUDA_DEVICE_ORDER:-PCI_BUS_ID}"
labs=${*:-$(cd "$root/labs" && ls -d [0-9][0-9]-*)}
# Builds the runners; what the checks say without a sanitizer is not the question here.
# shellcheck disable=SC2086
COURSE_BUILD=$build COURSE_ROOT=$root "$build/bin/course" grade $labs --machine cuda --solutions --only-build || exit 2

work=$build/sanitizer
rm -rf "$work"
mkdir -p "$work"

# one LAB TASK TOOL: runs the task's correctness checks with each runner process under the tool.
cat > "$work/one.sh" <<'ONE'
set -eu
lab=$1; task=$2; tool=$3
# Some checks ask for a launch or an allocation that fails; the graders compare every status, so memcheck need not.
options=; [ "$tool" != memcheck ] || options="--report-api-errors no"
here=$work/$lab/$task/$tool
mkdir -p "$here/runners" "$here/lab" "$here/logs"
# The sanitizer slows a kernel down by up to a hundred times and takes memory of its own.
sed -z 's/"limits"[[:space:]]*:[[:space:]]*{[[:space:]]*"seconds"[^}]*}/"limits": { "seconds": 300, "memory_mb": 32768 }/' \
  "$root/labs/$lab/lab.json" > "$here/lab/lab.json"
cat > "$here/runners/$task" <<RUNNER
#!/bin/sh
exec "$sanitizer" --tool $tool $options --log-file "$here/logs/%p.log" "$build/grade-solutions/$lab/cuda/$task" "\$@"
RUNNER
chmod +x "$here/runners/$task"
status=0
"$build/labs/$lab/grade" --lab "$here/lab" --runners "$here/runners" --machine cuda --share-gpu \
  "-tc=$task/*" -ts=correctness > "$here/grader.log" 2>&1 || status=$?
logs=$(find "$here/logs" -name '*.log' | wc -l)
# Every process has to have ended with a summary of nothing found: no summary is no result.
clean=$(grep -lE 'SUMMARY: 0 (errors|hazards)' "$here"/logs/*.log 2>/dev/null | wc -l)
if [ "$logs" -gt 0 ] && [ "$logs" -eq "$clean" ] && [ "$status" -eq 0 ]; then
  echo "clean      $tool  $lab/$task  ($logs runs)"
else
  echo "NOT CLEAN  $tool  $lab/$task  ($clean of $logs runs clean, grader status $status): $here"
  grep -hE '=========' "$here"/logs/*.log 2>/dev/null | grep -vE 'COMPUTE-SANITIZER|SUMMARY: 0' | head -12
fi
ONE

list=$work/list
: > "$list"
for lab in $labs; do
  lab=$(cd "$root/labs" && ls -d "$lab"* | head -1)
  for runner in "$build/grade-solutions/$lab/cuda/"*; do
    name=$(basename "$runner")
    case $name in *.*) continue ;; esac
    [ -x "$runner" ] || continue
    for tool in $tools; do echo "$lab $name $tool" >> "$list"; done
  done
done
[ -s "$list" ] || { echo "sanitize: there are no runners below $build/grade-solutions" >&2; exit 2; }
export build root work sanitizer
xargs -P "$jobs" -L 1 sh "$work/one.sh" < "$list" > "$work/report" 2>&1 || true
sort "$work/report"
expected=$(wc -l < "$list")
clean=$(grep -c '^clean' "$work/report" || true)
echo "$clean of $expected task and tool pairs are clean"
[ "$clean" -eq "$expected" ]
