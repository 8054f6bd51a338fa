# `course measure` on a machine without a GPU, and on one whose GPU, compiler and programs are scripts.
. "$(dirname "$0")/cli.sh"
fresh_copy
copy_lab 01-constant-memory
mkdir -p "$scratch/repo/grading/measure" "$scratch/none" "$scratch/fake"
cp "$ROOT/grading/measure/"*.cu "$ROOT/grading/measure/bench.h" "$ROOT/grading/measure/tables.json" "$scratch/repo/grading/measure/"

# Nothing but what the tool needs: no nvidia-smi, whatever this machine has.
for program in sh grep; do ln -s "$(command -v $program)" "$scratch/none/$program"; done
expect 2 "no NVIDIA GPU answers here" env PATH="$scratch/none" "$COURSE" measure 01
one_line
expect 2 "no NVIDIA GPU answers here" env PATH="$scratch/none" "$COURSE" measure 01 --calibrate
expect 2 "no NVIDIA GPU answers here" env PATH="$scratch/none" "$COURSE" grade 03 --machine cuda

# One that answers and does not say what kernels are to be built for.
printf '#!/bin/sh\necho "Old GPU, [N/A]"\n' >"$scratch/none/nvidia-smi"
chmod +x "$scratch/none/nvidia-smi"
expect 2 "but 'Old GPU, [N/A]'" env PATH="$scratch/none" "$COURSE" measure 01
one_line

cat >"$scratch/fake/nvidia-smi" <<'SMI'
#!/bin/sh
case $1 in
  *name,compute_cap*) echo "Fake GPU, 7.5" ;;
  *driver_version*) echo "1.2.3${2#--format=csv,noheader}$3" ;;
  *) echo "7" ;;
esac
SMI
# Compiles a .cu file to a script that prints the file $scratch/rows.
cat >"$scratch/fake/nvcc" <<SMI
#!/bin/sh
case \$1 in --version) echo "Cuda compilation tools, release 12.9, V12.9.1"; exit 0 ;; esac
echo "\$*" >>"$scratch/nvcc.calls"
while [ "\$1" != -o ]; do shift; done
printf '#!/bin/sh\ncat "%s"\n' "$scratch/rows" >"\$2"
chmod +x "\$2"
SMI
chmod +x "$scratch/fake/"*
export PATH="$scratch/fake:$PATH" COURSE_COMMIT=abc
row() { printf '{"n":%s,"one_tap_constant_us":2,"one_tap_global_us":4,"one_tap_ratio":0.5,"launch_bound":true}' "$1"; }

printf '{"table":"constant_against_global","rows":[%s,%s]}\n{"table":"sphere_table","rows":[{"spheres":20,"memory":"constant","kernel_ms":1}]}\n' \
  "$(row 4096)" "$(row 77)" >"$scratch/rows"
expect 0 "Tesla T4" "$COURSE" measure 01 --json "$scratch/record.json"
for words in '"device": "Fake GPU"' '"compute_capability": "7.5"' '"driver": "1.2.3"' '"toolkit": "CUDA 12.9"' '"commit": "abc"' \
  'nvcc -std=c++17 -O3 -arch=sm_75' '"t4_one_tap_ratio": 1.05' '"one_tap_ratio": 0.5' '"memory": "constant"'; do
  grep -qF -- "$words" "$scratch/record.json" || complain "the record lacks $words"
done
expect 0 "driver 1.2.3--id=1" env CUDA_VISIBLE_DEVICES=1,0 "$COURSE" measure 01 # of the GPU that is measured
# Its title, and the one row of that size.
that [ "$(grep -c t4_one_tap_ratio "$scratch/record.json")" -eq 2 ]
# To standard output, the record alone; the tables are for people, on standard error.
"$COURSE" measure 01 --json - >"$scratch/alone" 2>"$scratch/output" </dev/null
holds "Tesla T4"
for record in record.json alone; do grep -v '"recorded_on"' "$scratch/$record" >"$scratch/$record.undated"; done
that cmp "$scratch/record.json.undated" "$scratch/alone.undated"
that [ ! -e ./- ]

# What is known is kept although a later program fails, and the record says that it is not whole.
cat >"$scratch/fake/second.py" <<'SECOND'
import json, sys
record = json.load(open(sys.argv[1]))
sys.exit(0 if "constant_against_global" in record["tables"] and record["programs_missing"] >= 1 else 1)
SECOND
printf '{"table":"constant_against_global","rows":[%s]}\n' "$(row 4096)" >"$scratch/rows"
expect 2 "does not print the table" "$COURSE" measure 01 --json "$scratch/part.json"
that python3 "$scratch/fake/second.py" "$scratch/part.json"

printf '{"table":"constant_against_global","rows":[{"n":4096,"surprise":1}]}\n' >"$scratch/rows"
expect 2 "no title for the column surprise" "$COURSE" measure 01
echo "no table" >"$scratch/rows"
expect 2 "prints what is no table" "$COURSE" measure 01
finish
