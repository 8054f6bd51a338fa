#!/bin/bash
# What compute-sanitizer says of every fault program, on a machine with a GPU and the CUDA Toolkit:
#   grading/simulator/tests/faults/record_sanitizer.sh sanitizer.h200.csv
# Builds each program with nvcc (-lineinfo, optimised as a student would), runs each of its cases plainly and under the four
# tools, and writes one row a run: program,case,tool,exit,errors,first. `tool` is "none" for the plain run, whose `first` is
# the status that the program printed; `errors` is the number in the tool's summary, "time" when it had to be stopped.
# Cases run in processes of their own, since a fault spoils the context. GPU_ARCHITECTURE (sm_90) and CASE_SECONDS (30)
# may be set. The table of docs/fault-finders.md is made from this file.
set -u
out=${1:?usage: record_sanitizer.sh FILE.csv}
here=$(cd "$(dirname "$0")" && pwd)
architecture=${GPU_ARCHITECTURE:-sm_90}
seconds=${CASE_SECONDS:-30}
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
sanitizer=$(command -v compute-sanitizer || echo /usr/local/cuda/bin/compute-sanitizer)
for tool in "$nvcc" "$sanitizer"; do
  "$tool" --version > /dev/null || { echo "$tool cannot be run" >&2; exit 2; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

quoted() { local text=${1//\"/\"\"}; printf '"%s"' "$text"; }

# Every case of one program, to the standard output. Programs run side by side: most of a run is the tool's own start.
record() {
  local source=$1 program work name status errors tool first
  program=$(basename "$source" .cu)
  work=$2/$program
  mkdir -p "$work"
  if ! "$nvcc" -std=c++20 -O2 -lineinfo -arch="$architecture" "$source" -o "$work/$program" 2> "$work/errors"; then
    echo "$program does not compile: $(head -n 1 "$work/errors")" >&2
    return
  fi
  for name in $("$work/$program"); do
    timeout -k 5 "$seconds" "$work/$program" "$name" > "$work/text" 2>&1
    status=$?
    errors=""
    [ $status = 124 ] || [ $status = 137 ] && errors=time
    echo "$program,$name,none,$status,$errors,$(quoted "$(grep -m 1 '^status' "$work/text")")"
    for tool in memcheck racecheck initcheck synccheck; do
      timeout -k 5 "$seconds" "$sanitizer" --tool "$tool" --print-limit 5 "$work/$program" "$name" > "$work/text" 2>&1
      status=$?
      errors=$(sed -n 's/^========= ERROR SUMMARY: \([0-9]*\) error.*/\1/p; s/^========= RACECHECK SUMMARY: \([0-9]*\) hazard.*/\1/p' "$work/text" | tail -n 1)
      [ $status = 124 ] || [ $status = 137 ] && errors=time
      # The first line that tells something: not the header, not the program's own output, not the stack.
      first=$(grep '^=========' "$work/text" | grep -v -e 'COMPUTE-SANITIZER' -e 'SUMMARY' -e 'Saved host backtrace' -e 'Target application returned' | sed -n 's/^========= *//p' | grep -m 1 .)
      echo "$program,$name,$tool,$status,${errors:-0},$(quoted "$first")"
    done
    echo "$program $name" >&2
  done
}

sources=("$here"/*.cu "$here"/right/*.cu)
for index in "${!sources[@]}"; do record "${sources[$index]}" "$work" > "$work/part.$index" & done
wait
{
  echo "# $("$sanitizer" --version | head -n 1), $("$nvcc" --version | tail -n 1), $(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | head -n 1)"
  echo "program,case,tool,exit,errors,first"
  for index in "${!sources[@]}"; do cat "$work/part.$index"; done
} > "$out"
