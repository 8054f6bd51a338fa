#!/bin/sh
# fuzz.sh ROOT FOLDER TARGET SECONDS: builds a fuzz target with clang and runs it from its seeds. An input that crashes,
# hangs or escapes a reader's own error is left in FOLDER and fails the test (libFuzzer's own status for that is 77). Status 77, with the reason: no libFuzzer here.
set -u
root=$1 folder=$2 target=$3 seconds=$4
fail_or_skip() { echo "$1"; [ "${CI:-}" = true ] && exit 1; exit 77; }

case $target in
  ptx) sources="grading/fuzz/ptx.cpp grading/simulator/ptx/lexer.cpp grading/simulator/ptx/parser.cpp grading/simulator/ptx/parser_body.cpp" ;;
  documents) sources="grading/fuzz/documents.cpp grading/lab/lab.cpp grading/harness/evidence.cpp grading/runner/files.cpp" ;;
  *) echo "no fuzz target $target"; exit 2 ;;
esac
for clang in clang++-19 clang++-18 clang++-17 clang++-16 clang++-15 clang++-14 clang++; do
  command -v $clang > /dev/null || continue
  mkdir -p "$folder" && echo 'extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }' > "$folder/probe.cpp"
  if $clang -fsanitize=fuzzer,address,undefined "$folder/probe.cpp" -o "$folder/probe" 2> /dev/null; then found=$clang; break; fi
done
[ -n "${found:-}" ] || fail_or_skip "no clang with libFuzzer: install clang-19 and libclang-rt-19-dev"

cd "$root" || exit 2
$found -std=c++20 -O1 -g -fno-omit-frame-pointer -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined \
  -DFMT_HEADER_ONLY=1 -I. -Igrading/harness/tests/fake_cuda $sources -o "$folder/$target" || exit 1

corpus=$folder/corpus-$target
rm -rf "$corpus" && mkdir -p "$corpus" || exit 2
if [ "$target" = documents ]; then
  for lab in labs/*/lab.json; do { printf l; cat "$lab"; } > "$corpus/lab-$(basename "$(dirname "$lab")")"; done
fi
for seed in grading/fuzz/seeds/"$target"/*; do cp "$seed" "$corpus/"; done
cd "$folder" && exec "./$target" -error_exitcode=1 -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=65536 \
  -dict="$root/grading/fuzz/seeds/$target.dict" -print_final_stats=1 "$corpus"
