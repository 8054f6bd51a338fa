#!/bin/sh
# Are speed verdicts right or inconclusive, and never wrong? trial.sh BUILD ROOT LAB REPEATS [quiet|loaded]
# BUILD is a build of the preset cuda. The lab's solutions, which have to pass, and its starters, which are slow, are judged
# REPEATS times each; with `loaded` while copy_loop copies device memory in another process. Quiet trials must not be
# inconclusive either. Status 0: as it should be; 1: a wrong verdict; 77: no GPU or nvcc here; 2: it could not be tried.
set -eu
build=$1 root=$2 lab=$3 repeats=$4 how=${5:-loaded}
here=$(dirname -- "$(readlink -f -- "$0")")
nvidia-smi -L 2>/dev/null | grep -q 'GPU 0' || { echo "trial: no NVIDIA GPU answers here (nvidia-smi finds none)" >&2; exit 77; }
command -v nvcc >/dev/null || { echo "trial: nvcc is not on PATH" >&2; exit 77; }

work=$build/trial
mkdir -p "$work"
load='' running=''
stop() {
  for process in $running $load; do kill "$process" 2>/dev/null || true; done
  wait
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
# In the background, since a shell hears of a signal only when its command has ended.
grade() {
  kind=$1
  shift
  env COURSE_BUILD="$build" COURSE_ROOT="$root" "$build/bin/course" grade "$lab" --machine cuda --only-speed --repeat "$repeats" \
    --json "$work/$kind-$how.json" "$@" >"$work/$kind-$how.log" &
  running=$!
  wait "$running" || true
  running=''
}
if [ "$how" = loaded ]; then
  nvcc -std=c++17 -O3 -arch=native -o "$work/copy_loop" "$here/copy_loop.cu"
  "$work/copy_loop" >"$work/copy_loop.log" &
  load=$!
  sleep 2
  kill -0 "$load" 2>/dev/null || { echo "trial: copy_loop does not run" >&2; exit 2; }
fi

# The speed verdicts of a report, and its tallies, which checks that were judged once or not at all lack: a line each.
verdicts() { grep -A1 '"kind": "speed"' "$1" | sed -n 's/.*"verdict": "\([a-z]*\)".*/\1/p'; }
tallies() { grep -oE '"tally": *\{[^}]*\}' "$1" || tr -d '\n' <"$1" | grep -oE '"tally": *\{[^}]*\}' || true; }

wrong=0
rm -f "$work/solutions-$how.json" "$work/starters-$how.json" # of another trial
grade solutions --solutions
grade starters
[ -z "$load" ] || kill -0 "$load" 2>/dev/null || { echo "trial: copy_loop ended meanwhile" >&2; exit 2; }
for kind in solutions starters; do
  report=$work/$kind-$how.json
  [ -s "$report" ] || { echo "trial: no report of the $kind: see $work/$kind-$how.log" >&2; exit 2; }
  # Skipped are those whose lesson this GPU's clock does not see, or for which it has no room.
  if grep -q '"tasks_missing"' "$report" || [ -z "$(verdicts "$report" | grep -vx skipped)" ]; then
    echo "trial: not all of the $kind were judged: see $work/$kind-$how.log" >&2
    exit 2
  fi
  echo "$kind, $repeats trials a task, GPU $how:"
  verdicts "$report" | sort | uniq -c
  tallies "$report"
  bad=fail
  [ "$kind" = solutions ] || bad=pass
  if verdicts "$report" | grep -qx "$bad" || tallies "$report" | grep -q "\"$bad\""; then
    echo "WRONG: $kind with the verdict $bad"
    wrong=1
  elif grep -q '"verdict": "infrastructure"' "$report"; then
    echo "trial: machine or course were at fault with the $kind: see $work/$kind-$how.log" >&2
    exit 2
  fi
  if [ "$how" = quiet ] && { verdicts "$report" | grep -qx inconclusive || tallies "$report" | grep -q inconclusive; }; then
    echo "WRONG: inconclusive on a quiet GPU"
    wrong=1
  fi
done
[ "$wrong" -eq 0 ] && echo "no wrong verdict"
exit "$wrong"
