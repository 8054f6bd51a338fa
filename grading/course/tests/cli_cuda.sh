# A real GPU beside a machine without clang: what it can answer is judged, lessons are skipped with the reason and cost no
# points. GPU and nvcc are stand-ins: the first is a line of text, the second hands out runners that were built against the
# harness's fake CUDA (TESTS is the build folder of the harness's tests).
. "$(dirname -- "$0")/cli.sh"
repo=$scratch/repo
source=$ROOT/grading/harness/tests/lab
one=$repo/labs/00-twice
mkdir -p "$one/grader/starter" "$one/grader/plain" "$one/grader/corpus/slow" "$repo/solutions/00-twice" "$repo/build/sim/labs/00-twice" \
  "$repo/build/cuda/labs/00-twice" "$repo/grading/course" "$scratch/bin"
cp "$source/lab.json" "$one/"
for file in "$one" "$one/grader/plain" "$one/grader/corpus/slow" "$repo/solutions/00-twice"; do echo "int twice;" >"$file/twice.cu"; done
echo "int starter;" >"$one/grader/starter/twice.cu"
ln -s "$TESTS/test_lab_grade" "$repo/build/sim/labs/00-twice/grade"
echo '{ "tasks": { "twice": { "objects": [], "libraries": [], "include_directories": [] } } }' >"$repo/build/cuda/labs/00-twice/manifest-cuda.json"
cp "$ROOT/grading/course/packages.txt" "$repo/grading/course/"
cp "$ROOT/course" "$repo/"
printf '#!/bin/sh\necho "$*" >>"$SMI_CALLS"\necho "Stand-in GPU, 9.0"\n' >"$scratch/bin/nvidia-smi"
export SMI_CALLS="$scratch/smi.calls"
cat >"$scratch/bin/nvcc" <<'end'
#!/bin/sh
[ "$1" != --version ] || { echo "Cuda compilation tools, release 13.0, V13.0.1"; exit 0; }
echo "$CUDA_DEVICE_ORDER" >>"$SMI_CALLS"
[ -z "$NVCC_SAYS" ] || { printf '%s\n' "$NVCC_SAYS"; exit 2; }
compile=
while [ $# -gt 0 ]; do
  case $1 in -c) compile=yes ;; -o) output=$2 ;; esac
  shift
done
[ -z "$compile" ] || { echo "int twice;" | cc -x c -c - -o "$output"; exit; }
case $output in *01-waits*) sleep 5 ;; esac
case $output in */slow/*) runner=${SLOW:-slow} ;; */grade/*) runner=${STUDENT:-good} ;; *) runner=good ;; esac
cp "$TESTS/timed/$runner/twice" "$output"
end
chmod +x "$scratch/bin/"*
export COURSE_ROOT="$repo" COURSE_BUILD="$repo/build/sim" TESTS PATH="$scratch/bin:$PATH" NVCC_SAYS=
cd "$repo" || exit 1
without_clang() { env COURSE_CLANG="$scratch/no-clang" "$COURSE" "$@"; }

expect 0 "1 pass, 0 to do, 0 fail: 6 of 6 points" without_clang grade twice --machine cuda --json "$scratch/report.json"
holds "Stand-in GPU"
holds "sectors skipped"
holds "time pass"
tr -s '\n ' '  ' <"$scratch/output" >"$scratch/joined"
that grep -qF "Lessons are judged on the simulated GPU, and " "$scratch/joined"
that grep -qF "no-clang" "$scratch/joined"
that grep -q '"max_points": 6' "$scratch/report.json"

# Known per task as soon as it is known, beside the report.
holds "00-twice/twice pass, time pass: "

# What fails by the clock alone has its hints, too: asked for on the machine that sees it.
expect 0 "no hint needed" without_clang hint twice --machine cuda
cp "$repo/labs/00-twice/twice.cu" "$scratch/twice.cu"
echo "int slow;" >"$repo/labs/00-twice/twice.cu"
expect 0 "twice/time fail" env STUDENT=slow COURSE_CLANG="$scratch/no-clang" "$COURSE" hint twice --machine cuda
holds "hint 1 of 3"
holds "what the host does in your function"
mv "$scratch/twice.cu" "$repo/labs/00-twice/twice.cu"

# Interrupted in the middle of its repeats it tells what is known, in the report as well, and ends by the signal.
"$COURSE" grade twice --machine cuda --repeat 1000 --json "$scratch/cut.json" >"$scratch/output" 2>&1 </dev/null &
cut=$!
sleep 5
kill -TERM $cut
wait $cut
that [ $? -eq 143 ]
holds "interrupted: 1 task of those asked for has no verdict"
that python3 - "$scratch/cut.json" <<'CUT'
import json, sys
report = json.load(open(sys.argv[1]))
task = report["labs"][0]["tasks"][0]
timing = [check["timing"] for check in task["checks"] if "timing" in check][0]
ok = report["tasks_missing"] == 1 and task["verdict"] == "infrastructure" and timing["asked_for"] == 1000
sys.exit(0 if ok and 1 <= timing["tally"]["pass"] < 1000 and len(timing["repeats"]) + 1 == sum(timing["tally"].values()) else 1)
CUT

# `auto` takes the GPU, too. The simulated one cannot do without clang, and says so in a line.
expect 0 "Stand-in GPU" without_clang grade twice --machine auto
expect 2 "no-clang" without_clang grade twice --machine sim
one_line

# Who has to wait for another grading is told so.
mkdir "$scratch/tmp"
flock "$scratch/tmp/course-gpu.lock" sleep 4 &
sleep 1
expect 0 "another grading uses this GPU" env TMPDIR="$scratch/tmp" "$COURSE" grade twice --machine cuda --only-speed
holds "time pass"

# Speed alone has no points, is no verdict to remember, and needs a GPU.
rm -f "$repo"/build/*/grade/00-twice/twice.last.json
expect 0 "0 of 0 points" "$COURSE" grade twice --machine cuda --only-speed
that [ -z "$(find "$repo/build" -name 'twice.last.json')" ]
expect 2 "only a real GPU can tell" "$COURSE" grade twice --repeat 3
one_line

# Killed, it takes its grader along, and the grader its runners.
rm -f "$scratch/output"
"$COURSE" grade twice --machine cuda --repeat 1000 >"$scratch/output" 2>&1 </dev/null &
cut=$!
running() { pgrep -f "$repo/build/.*/(grade|twice) " >/dev/null; }
for _ in $(seq 100); do
  running && break
  sleep 0.1
done
that running
kill -KILL $cut
wait $cut
for _ in $(seq 50); do
  running || break
  sleep 0.1
done
if running; then complain "the grader of a tool that was killed runs on"; fi

# Killed without a chance to say anything, the report holds the task that was done.
for folder in labs solutions build/sim/labs build/cuda/labs; do cp -R "$repo/$folder/00-twice" "$repo/$folder/01-waits"; done
rm -f "$scratch/grown.json"
env COURSE_CLANG="$scratch/no-clang" "$COURSE" grade --machine cuda --json "$scratch/grown.json" >"$scratch/output" 2>&1 </dev/null &
cut=$!
for _ in $(seq 300); do
  [ -e "$scratch/grown.json" ] && break
  sleep 0.1
done
kill -KILL $cut
wait $cut
that [ $? -eq 137 ]
that grep -q '"lab": "00-twice"' "$scratch/grown.json"
that grep -q '"tasks_missing": 1' "$scratch/grown.json"
holds "00-twice/twice pass"
rm -rf "$repo/labs/01-waits" "$repo/solutions/01-waits"

# The trial of verdicts names a wrong one, and one that judged nothing is no success.
mkdir -p "$repo/build/sim/bin"
ln -s "$COURSE" "$repo/build/sim/bin/course"
sed 's/"Stand-in GPU, 9.0"/"Stand-in GPU, 9.0"; echo "GPU 0"/' "$scratch/bin/nvidia-smi" >"$scratch/smi" && mv "$scratch/smi" "$scratch/bin/nvidia-smi" && chmod +x "$scratch/bin/nvidia-smi"
trial() { sh "$ROOT/grading/timing/trial/trial.sh" "$repo/build/sim" "$repo" twice 2 quiet; }
expect 1 "WRONG: starters with the verdict pass" trial
NVCC_SAYS='labs/00-twice/twice.cu(7): error: no' && rm -rf "$repo/build/sim/grade" "$repo/build/sim/grade-solutions"
expect 2 "trial: not all of the solutions were judged" trial
NVCC_SAYS=
# So is one whose given kernels fail, or in which every check is skipped.
rm -rf "$repo"/build/*/references
expect 2 "trial: machine or course were at fault with the solutions" env SLOW=crash sh "$ROOT/grading/timing/trial/trial.sh" "$repo/build/sim" "$repo" twice 2 quiet
rm -rf "$repo"/build/*/references
expect 2 "trial: not all of the solutions were judged" env SLOW=nearly_plain sh "$ROOT/grading/timing/trial/trial.sh" "$repo/build/sim" "$repo" twice 2 quiet
rm -rf "$repo"/build/*/references
# Told to end, it ends, and nothing of it runs on.
sh "$ROOT/grading/timing/trial/trial.sh" "$repo/build/sim" "$repo" twice 300 quiet >"$scratch/output" 2>&1 </dev/null &
cut=$!
sleep 3
kill -TERM $cut
wait $cut
that [ $? -eq 143 ]
if pgrep -f "$repo/build/sim/bin/course" >/dev/null; then complain "the trial's grading runs on"; fi

# The sanitizer's runs, slowed down as a sanitizer does: longer than the lab's own limit, however lab.json breaks its lines.
sed -i 's/"limits": { "seconds"/"limits": {\n    "seconds"/' "$one/lab.json"
cat >"$scratch/bin/compute-sanitizer" <<'end'
#!/bin/sh
while [ "${1#--}" != "$1" ]; do
  [ "$1" != --log-file ] || echo "========= ERROR SUMMARY: ${FOUND:-0} errors" >"${2%\%p.log}$$.log"
  shift 2
done
sleep 3
exec "$@"
end
chmod +x "$scratch/bin/compute-sanitizer"
sanitize() { env SANITIZER_TOOLS=memcheck SANITIZER_JOBS=1 "$@" sh "$ROOT/grading/sanitizer/sanitize.sh" "$repo/build/sim" "$repo"; }
expect 0 "1 of 1 task and tool pairs are clean" sanitize
holds "clean      memcheck  00-twice/twice"
expect 1 "NOT CLEAN  memcheck  00-twice/twice" sanitize FOUND=1

# Built for the GPU that CUDA takes: the first of CUDA_VISIBLE_DEVICES, counted as nvidia-smi counts.
expect 0 "Stand-in GPU" env CUDA_VISIBLE_DEVICES=1,0 "$COURSE" grade twice --machine cuda --solutions --only-build
that grep -qF -- "--id=1" "$SMI_CALLS"
that grep -qx PCI_BUS_ID "$SMI_CALLS"
expect 2 "CUDA_VISIBLE_DEVICES hides every NVIDIA GPU" env CUDA_VISIBLE_DEVICES= "$COURSE" grade twice --machine cuda

echo "int changed;" >labs/00-twice/twice.cu
# What nvcc refuses is the student's, with its line; a missing return in the course's words.
expect 1 "build-error" env NVCC_SAYS='labs/00-twice/twice.cu(7): error: identifier "y" is undefined' COURSE_CLANG="$scratch/no-clang" "$COURSE" grade twice --machine cuda
holds 'identifier "y" is undefined'
holds "labs/00-twice/twice.cu:7"
expect 1 "uses too much shared data" env NVCC_SAYS="labs/00-twice/twice.cu(3): warning #177-D: variable \"error\" was declared but never referenced
  int error;
ptxas error   : Entry function '_Z1kPi' uses too much shared data (0x61a80 bytes, 0xc000 max)" COURSE_CLANG="$scratch/no-clang" "$COURSE" grade twice --machine cuda
expect 1 "this function promises a value" env NVCC_SAYS='labs/00-twice/twice.cu(7): error: missing return statement at end of non-void function "f"' \
  COURSE_CLANG="$scratch/no-clang" "$COURSE" grade twice --machine cuda

# What stops nvcc is the machine's: never a verdict about the file.
expect 2 "nvcc could not finish (nvcc error   : 'cicc' died due to signal 9 (Kill signal))" \
  env NVCC_SAYS="nvcc error   : 'cicc' died due to signal 9 (Kill signal)" COURSE_CLANG="$scratch/no-clang" "$COURSE" grade twice --machine cuda
expect 2 "(nvcc fatal   : Unsupported gpu architecture 'sm_90'): look at the versions of GPU and CUDA Toolkit: this toolkit does not know this GPU" \
  env NVCC_SAYS="nvcc fatal   : Unsupported gpu architecture 'sm_90'" COURSE_CLANG="$scratch/no-clang" "$COURSE" grade twice --machine cuda
expect 2 "this toolkit does not know this compiler" \
  env NVCC_SAYS="/usr/include/crt/host_config.h:143:2: error: #error -- unsupported GNU version! gcc versions later than 15 are not supported!" \
  COURSE_CLANG="$scratch/no-clang" "$COURSE" grade twice --machine cuda
# Whatever their file says of nvcc.
expect 1 "build-error" env NVCC_SAYS='labs/00-twice/twice.cu(1): error: #error nvcc fatal' COURSE_CLANG="$scratch/no-clang" "$COURSE" grade twice --machine cuda
finish
