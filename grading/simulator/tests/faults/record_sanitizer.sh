#!/bin/bash
# What compute-sanitizer says of every fault program, on a machine with a GPU and the CUDA Toolkit:
#   grading/simulator/tests/faults/record_sanitizer.sh sanitizer.h200.csv [EARLIER.csv]
# Builds each program with nvcc (-lineinfo, optimised as a student would), runs each of its cases plainly and under the four
# tools, and writes one row a run: program,case,tool,exit,errors,first. `tool` is "none" for the plain run, whose `first` is
# the status that the program printed; `errors` is the number in the tool's summary, "time" when it had to be stopped.
# Cases run in processes of their own, since a fault spoils the context. GPU_ARCHITECTURE (sm_90), CASE_SECONDS (30), JOBS
# (as many as cores) and ALL_SECONDS (3600) may be set; what has not run when the last is over is left out, and the status
# is 1. With EARLIER.csv, such an unfinished record of the same tools and GPU, only what it lacks or what had to be stopped is
# run. The table of docs/fault-finders.md is made from this file.
set -u
out=${1:?usage: record_sanitizer.sh FILE.csv [EARLIER.csv]}
earlier=${2:-}
here=$(cd "$(dirname "$0")" && pwd)
architecture=${GPU_ARCHITECTURE:-sm_90}
seconds=${CASE_SECONDS:-30}
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
sanitizer=$(command -v compute-sanitizer || echo /usr/local/cuda/bin/compute-sanitizer)
for tool in "$nvcc" "$sanitizer"; do
  "$tool" --version > /dev/null || { echo "$tool cannot be run" >&2; exit 2; }
done
gpu=$(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader 2> /dev/null | grep -m 1 ', ') ||
  { echo "no NVIDIA GPU answers here (nvidia-smi finds none)" >&2; exit 2; }
header="# $("$sanitizer" --version | head -n 1), $("$nvcc" --version | tail -n 1), $gpu"
if [ -n "$earlier" ] && [ "$(head -n 1 "$earlier")" != "$header" ]; then
  echo "$earlier is not of these tools and this GPU: $header" >&2
  exit 2
fi
work=$(mktemp -d)
trap 'rm -rf "$work" "$out.part"' EXIT

# build SOURCE: the program, and a line for each of its runs in $work/runs.
cat > "$work/build.sh" <<'BUILD'
program=$(basename "$1" .cu)
mkdir -p "$work/$program"
if "$nvcc" -std=c++20 -O2 -lineinfo -arch="$architecture" "$1" -o "$work/$program/run" 2> "$work/$program/errors"; then
  "$work/$program/run" > "$work/$program/cases"
else
  echo "$program does not compile: $(head -n 1 "$work/$program/errors")" >&2
fi
BUILD

# one PROGRAM CASE TOOL: its row, in a file of its own.
cat > "$work/one.sh" <<'ONE'
program=$1 name=$2 tool=$3
here=$work/$program
text=$here/$name.$tool.text
quoted() { local text=${1//\"/\"\"}; printf '"%s"' "$text"; }
errors=0
if [ "$tool" = none ]; then
  timeout -k 5 "$seconds" "$here/run" "$name" > "$text" 2>&1
  status=$?
  errors=
  first=$(grep -m 1 '^status' "$text")
else
  timeout -k 5 "$seconds" "$sanitizer" --tool "$tool" --print-limit 5 "$here/run" "$name" > "$text" 2>&1
  status=$?
  errors=$(sed -n 's/^========= ERROR SUMMARY: \([0-9]*\) error.*/\1/p; s/^========= RACECHECK SUMMARY: \([0-9]*\) hazard.*/\1/p' "$text" | tail -n 1)
  # The first line that tells something: not the header, not the program's own output, not the stack.
  first=$(grep '^=========' "$text" | grep -v -e 'COMPUTE-SANITIZER' -e 'SUMMARY' -e 'Saved host backtrace' -e 'Target application returned' | sed -n 's/^========= *//p' | grep -m 1 .)
  errors=${errors:-0}
fi
[ $status = 124 ] || [ $status = 137 ] && errors=time
echo "$program,$name,$tool,$status,$errors,$(quoted "$first")" > "$here/$name.$tool.row"
ONE

export work nvcc sanitizer architecture seconds
jobs=${JOBS:-$(nproc)}
printf '%s\n' "$here"/*.cu "$here"/right/*.cu > "$work/programs"
xargs -d '\n' -P "$jobs" -n 1 bash "$work/build.sh" < "$work/programs"
# Runs side by side: most of each is the tool's own start, or waiting for a kernel that never ends.
for cases in "$work"/*/cases; do
  program=$(basename "$(dirname "$cases")")
  for name in $(cat "$cases"); do
    for tool in none memcheck racecheck initcheck synccheck; do
      echo "$program $name $tool"
      [ -z "$earlier" ] || grep "^$program,$name,$tool," "$earlier" | grep -m 1 -v '^[^"]*,time,' > "$work/$program/$name.$tool.row" ||
        rm -f "$work/$program/$name.$tool.row"
    done
  done
done > "$work/runs"
while read -r program name tool; do
  [ -e "$work/$program/$name.$tool.row" ] || echo "$program $name $tool"
done < "$work/runs" > "$work/left"
timeout "${ALL_SECONDS:-3600}" xargs -r -P "$jobs" -L 1 bash "$work/one.sh" < "$work/left"
complete=$?
{
  echo "$header" &&
    echo "program,case,tool,exit,errors,first" &&
    while read -r program name tool; do
      [ ! -e "$work/$program/$name.$tool.row" ] || cat "$work/$program/$name.$tool.row" || exit
    done < "$work/runs"
} > "$out.part" && mv "$out.part" "$out" || { echo "$out cannot be written" >&2; exit 2; }
for program in $(sed 's|.*/||; s|\.cu$||' "$work/programs"); do [ -s "$work/$program/cases" ] || complete=1; done
[ $complete = 0 ] || { echo "not all runs were made: $(grep -c , "$out") rows" >&2; exit 1; }
