# `course measure --calibrate` of a lab whose GPU and compiler are scripts: a .cu file is one line that names the runner of
# the speed checks' own tests (TIMED) which it stands for. The copy is the ceiling; slow takes 8 copies, good 1.3: the limit
# is sqrt(8 * 1.3) = 3.2 of them. The task has three speed checks, with lists of their own.
. "$(dirname "$0")/cli.sh"
lab=90-twice
root=$scratch/slow/wrong/solutions # what a clone lies in says nothing of its kernels
mkdir -p "$root/labs/$lab/grader/corpus/slow" "$root/labs/$lab/grader/corpus/correct" "$root/labs/$lab/grader/corpus/wrong" \
  "$root/labs/$lab/grader/plain" "$root/labs/$lab/grader/starter" "$root/solutions/$lab" "$root/grading/course" \
  "$root/build/cuda/labs/$lab" "$scratch/fake"
cp "$ROOT/course" "$root/course"
cp "$ROOT/grading/course/packages.txt" "$root/grading/course/"
cd "$root" || exit 1
export COURSE_ROOT="$root" COURSE_BUILD="$root/build/cuda" COURSE_COMMIT=abc

cat >"labs/$lab/lab.json" <<'LAB'
{ "schema": 1, "title": "Twice", "order": 90, "summary": "Twice each element.", "teaches": [], "needs": [],
  "tasks": [ { "name": "twice", "file": "twice.cu", "function": "twice", "points": 10, "summary": "Double each element.",
      "checks": [ { "name": "small", "kind": "correctness", "points": 3 },
                  { "name": "thirteen", "kind": "correctness", "points": 3 },
                  { "name": "sectors", "kind": "lesson", "points": 4, "glossary": "coalescing",
                    "limits": { "sectors_per_request": { "max": 6, "ideal": 4, "unit": "sectors/request" },
                                "load_bytes_per_useful_byte": { "max": 1.5, "ideal": 1, "unit": "bytes loaded per useful byte" } } },
                  { "name": "time", "kind": "speed", "slow": "corpus/slow/twice.cu",
                    "hidden": [ "corpus/slow/twice_unseen.cu" ], "near": [ "corpus/slow/twice_near.cu" ] },
                  { "name": "host_time", "kind": "speed", "slow": "corpus/slow/twice.cu",
                    "hidden": [ "corpus/slow/twice_unseen.cu" ], "near": [ "corpus/slow/twice_near.cu" ] },
                  { "name": "near_time", "kind": "speed", "slow": "corpus/slow/twice.cu",
                    "hidden": [ "corpus/slow/twice_unseen.cu" ], "near": [ "corpus/slow/twice_near.cu" ] } ],
      "corpus": [ { "file": "plain/twice.cu", "expect": "pass" },
                  { "file": "corpus/correct/twice_again.cu", "expect": "pass" },
                  { "file": "corpus/slow/twice.cu", "expect": "fail", "check": "sectors", "because": "it is slow" },
                  { "file": "corpus/slow/twice_unseen.cu", "expect": "fail", "check": "sectors", "because": "it is slow by count" },
                  { "file": "corpus/slow/twice_near.cu", "expect": "fail", "check": "sectors", "because": "it is slow by count" },
                  { "file": "corpus/wrong/twice_crash.cu", "expect": "fail", "check": "small", "because": "it ends" } ] } ],
  "limits": { "seconds": 2, "memory_mb": 128 } }
LAB
is() { echo "$2" >"$1"; }
is "labs/$lab/twice.cu" slow_student
is "labs/$lab/grader/starter/twice.cu" slow_student
is "labs/$lab/grader/plain/twice.cu" good
is "labs/$lab/grader/corpus/correct/twice_again.cu" good
is "labs/$lab/grader/corpus/slow/twice.cu" slow
is "labs/$lab/grader/corpus/slow/twice_unseen.cu" good
is "labs/$lab/grader/corpus/slow/twice_near.cu" near_limit
is "labs/$lab/grader/corpus/wrong/twice_crash.cu" crash
is "solutions/$lab/twice.cu" good
ln -s "$GRADER" "build/cuda/labs/$lab/grade"
echo '{"tasks":{"twice":{"objects":[],"libraries":[],"include_directories":[]}}}' >"build/cuda/labs/$lab/manifest-cuda.json"

cat >"$scratch/fake/nvidia-smi" <<SMI
#!/bin/sh
echo "\$*" >>"$scratch/smi.calls"
case \$1 in
  *name,compute_cap*) echo "Fake GPU, 7.5" ;;
  *) echo "7" ;;
esac
SMI
# -c FILE.cu -o OBJECT keeps the line as the name of a variable, -o PROGRAM ... OBJECT takes the runner that the line names.
cat >"$scratch/fake/nvcc" <<SMI
#!/bin/sh
case \$1 in --version) echo "Cuda compilation tools, release 12.9, V12.9.1"; exit 0 ;; esac
source='' object='' program=''
while [ \$# -gt 0 ]; do
  case \$1 in
    *.cu) source=\$1 ;;
    -o) program=\$2; shift ;;
    *.o) object=\$1 ;;
  esac
  shift
done
if [ -n "\$source" ]; then
  grep -q 'does not compile' "\$source" && { echo "\$source(1): error: expected a ;"; exit 1; }
  echo "int runner_\$(cat "\$source");" | cc -x c -c - -o "\$program"
else
  cp "$TIMED/\$(nm -P "\$object" | sed -n 's/^runner_\([^ ]*\) .*/\1/p')/twice" "\$program"
fi
SMI
chmod +x "$scratch/fake/"*
export PATH="$scratch/fake:$PATH"

expect 0 "every given kernel is built for this GPU" "$COURSE" measure 90 --calibrate --only-build
that [ "$(grep -c name,compute_cap "$scratch/smi.calls")" -eq 1 ]
expect 0 "every fast kernel is 15 % or more below its limit (9), and every slow one that this clock is to see is as far above (6)" \
  "$COURSE" measure 90 --calibrate --json "$scratch/record.json"
holds "slow by the lesson's count, and not by this GPU's clock"
holds "labs/$lab/grader/corpus/slow/twice_unseen.cu (time): 0.40 of the limit" # 1.3 / 3.2249
holds "so near to a limit that a verdict may be inconclusive"
holds "labs/$lab/grader/corpus/slow/twice_near.cu (host_time): 1.05 of the limit"
told() {
  python3 -c 'import json, sys
record = json.load(open(sys.argv[1]))
print(record["machine"]["device"], record["machine"]["commit"], len(record["unseen"]), len(record["near"]))
for kernel in record["speed"]["90-twice"]["twice"]["kernels"]: print(kernel["file"], kernel["check"], kernel["expected"], kernel["verdict"])' "$1" | LC_ALL=C sort
}
told "$scratch/record.json" >"$scratch/told"
cat >"$scratch/wanted" <<'WANTED'
Fake GPU abc 3 3
WANTED
for check in host_time near_time time; do
  cat >>"$scratch/wanted" <<WANTED
labs/90-twice/grader/corpus/correct/twice_again.cu $check fast pass
labs/90-twice/grader/corpus/slow/twice.cu $check slow fail
labs/90-twice/grader/corpus/slow/twice_near.cu $check slow fail
labs/90-twice/grader/corpus/slow/twice_unseen.cu $check slow pass
labs/90-twice/grader/plain/twice.cu $check fast pass
labs/90-twice/grader/starter/twice.cu $check slow fail
solutions/90-twice/twice.cu $check fast pass
WANTED
done
LC_ALL=C sort -o "$scratch/wanted" "$scratch/wanted"
that cmp "$scratch/told" "$scratch/wanted"

# The record says what the console says, and how sure it is.
that python3 - "$scratch/record.json" <<'FIELDS'
import json, sys
record = json.load(open(sys.argv[1]))
kernel = record["speed"]["90-twice"]["twice"]["kernels"][0]
good = record["findings"] == [] and record["otherwise"] == [] and record["skipped"] == [] and "tasks_missing" not in record
good = good and kernel["over_limit_low"] <= kernel["over_limit"] <= kernel["over_limit_high"] and kernel["attempts"] >= 1
sys.exit(0 if good and kernel["spent_s"]["call"] > 0 else 1)
FIELDS

# A full disk costs the record and not the numbers.
expect 2 "cannot write /dev/full" "$COURSE" measure 90 --calibrate --json /dev/full
holds "every fast kernel is 15 % or more below its limit"

# Interrupted in a second lab, what is known of the first is kept and told, and the grader goes with the tool.
for folder in labs solutions build/cuda/labs; do cp -R "$folder/90-twice" "$folder/91-twice"; done
is labs/91-twice/grader/corpus/correct/twice_again.cu hangs
rm -f "$scratch/record.json"
"$COURSE" measure --calibrate --json "$scratch/record.json" >"$scratch/output" 2>&1 </dev/null &
cut=$!
for _ in $(seq 300); do
  [ -e "$scratch/record.json" ] && break
  sleep 0.1
done
kill -TERM $cut
wait $cut
that [ $? -eq 143 ]
holds "interrupted: 1 task is not timed"
holds "slow by the lesson's count, and not by this GPU's clock"
that python3 -c 'import json, sys
record = json.load(open(sys.argv[1]))
sys.exit(0 if list(record["speed"]) == ["90-twice"] and record["tasks_missing"] == 1 and record["near"] else 1)' "$scratch/record.json"
if pgrep -f "$root/build/cuda/calibrate" >/dev/null; then complain "the grader runs on"; fi
rm -rf labs/91-twice solutions/91-twice

# A slow kernel that the clock does not see, and of which lab.json does not say so, is named. One that it sees after all, on
# this GPU, is no fault.
cp "labs/$lab/lab.json" "$scratch/lab.json"
python3 - "$lab" <<'OTHER'
import json, sys
file = f"labs/{sys.argv[1]}/lab.json"
lab = json.load(open(file))
time = next(check for check in lab["tasks"][0]["checks"] if check["name"] == "time")
time["hidden"], time["near"] = ["starter/twice.cu"], []
json.dump(lab, open(file, "w"))
OTHER
expect 1 "corpus/slow/twice_unseen.cu (time): pass at 0.40 of the limit, where a slow kernel is expected to fail" \
  "$COURSE" measure 90 --calibrate --json "$scratch/record.json"
holds "corpus/slow/twice_near.cu (time): fail at 1.05 of the limit, where a slow kernel is expected to fail by 15 % or more"
holds "otherwise than lab.json says"
holds "starter/twice.cu (time): fail at 2.48 of the limit, where lab.json says \"hidden\"" # 8 / 3.2249
that python3 -c 'import json, sys
record = json.load(open(sys.argv[1]))
sys.exit(0 if len(record["findings"]) == 2 and len(record["otherwise"]) == 1 else 1)' "$scratch/record.json"
cp "$scratch/lab.json" "labs/$lab/lab.json"

# A correct style near to the limit is a fault of the limit, which a slow kernel there is not.
is "labs/$lab/grader/corpus/correct/twice_again.cu" near_limit
expect 1 "corpus/correct/twice_again.cu (near_time): 5 % from the limit" "$COURSE" measure 90 --calibrate
# A fast kernel that is slow, one that gives wrong results, one that does not build: each is named, the others are judged.
is "labs/$lab/grader/corpus/correct/twice_again.cu" slow_student
expect 1 "corpus/correct/twice_again.cu (host_time): fail, where a fast kernel is expected to pass" "$COURSE" measure 90 --calibrate
is "labs/$lab/grader/corpus/correct/twice_again.cu" last_wrong
expect 1 "corpus/correct/twice_again.cu (time): not timed: " "$COURSE" measure 90 --calibrate
holds "grader/plain/twice.cu"
# Times that are not believed are a finding, whatever the kernel is given for.
is "labs/$lab/grader/corpus/correct/twice_again.cu" too_fast
is "labs/$lab/grader/corpus/slow/twice_unseen.cu" too_fast
expect 1 "corpus/correct/twice_again.cu (time): This measurement is not believable" "$COURSE" measure 90 --calibrate
holds "corpus/slow/twice_unseen.cu (time): This measurement is not believable"
is "labs/$lab/grader/corpus/correct/twice_again.cu" "does not compile"
expect 1 "corpus/correct/twice_again.cu: not built: " "$COURSE" measure 90 --calibrate

# Without a kernel that the others are measured against there is nothing to time, and it is said once why.
is "labs/$lab/grader/corpus/correct/twice_again.cu" good
mv "solutions/$lab/twice.cu" "$scratch/twice.cu"
expect 1 "solutions/$lab/twice.cu: not built: solutions/$lab/twice.cu is missing" "$COURSE" measure 90 --calibrate
that [ "$(grep -cF "the given kernel solutions/$lab/twice.cu is missing, and every speed of twice is measured against it" "$scratch/output")" -eq 1 ]
that [ "$(grep -c "not built: the same again" "$scratch/output")" -eq 5 ] # of 7 kernels, the solution and the first apart
lacks "every fast kernel"
mv "$scratch/twice.cu" "solutions/$lab/twice.cu"

# Where the clock does not tell slow from plain (1.4 / 1.3 < 1.32), nothing is judged and nothing is said to be right.
is "labs/$lab/grader/corpus/slow/twice_unseen.cu" good
is "labs/$lab/grader/corpus/slow/twice.cu" nearly_plain
expect 0 "no kernel is judged on this GPU, so nothing is known of its limits" "$COURSE" measure 90 --calibrate --json "$scratch/record.json"
holds "twice/time, 7 of 7 kernels: "
lacks "every fast kernel"
that python3 -c 'import json, sys
record = json.load(open(sys.argv[1]))
sys.exit(0 if len(record["skipped"]) == 3 and record["findings"] + record["near"] + record["unseen"] + record["otherwise"] == [] else 1)' "$scratch/record.json"
# Of one lab of two, what is said is said of the other.
for folder in labs solutions build/cuda/labs; do cp -R "$folder/90-twice" "$folder/91-twice"; done
is "labs/$lab/grader/corpus/slow/twice.cu" slow
expect 0 "of those that are judged, every fast kernel is 15 % or more below its limit (9), and every slow one that this clock is to see is as far above (6)" \
  "$COURSE" measure --calibrate
rm -rf labs/91-twice solutions/91-twice

# Where nothing is timed, nothing is said to be right.
mkdir "labs/92-untimed" "labs/93-broken"
python3 - "labs/$lab/lab.json" "labs/92-untimed/lab.json" <<'UNTIMED'
import json, sys
lab = json.load(open(sys.argv[1]))
for task in lab["tasks"]: task["checks"] = [check for check in task["checks"] if check["kind"] != "speed"]
lab["order"] = 92
json.dump(lab, open(sys.argv[2], "w"))
UNTIMED
echo '{' >labs/93-broken/lab.json
expect 2 "none of these tasks has a speed check" "$COURSE" measure 92 --calibrate
expect 1 "labs/93-broken/lab.json" "$COURSE" measure 92 93 --calibrate
finish
