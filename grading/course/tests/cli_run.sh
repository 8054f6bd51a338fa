# course run: any program of one file, its lines in what the runtime says, and the status a script goes by.
. "$(dirname -- "$0")/cli.sh"
export COURSE_ROOT="$ROOT" COURSE_BUILD="$BUILD"

# What the runtime says of a call names the line of the call, and of a launch that of <<< >>>, not the kernel's.
cat >"$scratch/lines.cu" <<'CU'
#include <cuda_runtime.h>
__global__ void k(int* p) { p[threadIdx.x] = 1; }
template <class T> void release(T* p) {
  cudaFree(p);
}
int main() {
  int* p = nullptr;
  cudaMalloc(&p, 128);
  k<<<1, 2048>>>(p);
  release(p);
  release(p);
  for (int i = 0; i < 4; ++i)
    k<<<i - 4, 32>>>(p);
}
CU
expect 0 "lines.cu:9: the launch of k(int*) was refused with 1 (cudaErrorInvalidValue)" \
  "$COURSE" run "$scratch/lines.cu"
# The compiler unrolls the loop, and inlines what it made of the launch once a turn.
that [ "$(grep -cF "lines.cu:13: the launch of k(int*) was refused" "$scratch/output")" -eq 4 ]
holds "lines.cu:4: cudaFree answered 1 (cudaErrorInvalidValue)"

# The status is the program's own; 1 if that is 0 and a fault was found. The array has 32 elements: thread 32 is past its end.
cat >"$scratch/status.cu" <<'CU'
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
__global__ void write(int* p) { p[threadIdx.x] = 1; }
__global__ void race(int* p) {
  __shared__ int last;
  last = threadIdx.x;
  __syncthreads();
  *p = last;
}
int main(int, char** words) {
  int* p = nullptr;
  cudaMalloc(&p, 32 * sizeof(int));
  write<<<1, atoi(words[1])>>>(p);
  if (atoi(words[3])) race<<<1, 64>>>(p);
  cudaDeviceSynchronize();
  cudaFree(p);
  std::puts("the end");
  std::fflush(stdout);
  if (atoi(words[2]) == 6) abort();
  return atoi(words[2]);
}
CU
run() { expect "$1" "$2" "$COURSE" run "$scratch/status.cu" -- "$3" "$4" "$5"; }
run 0 "the end" 32 0 0
lacks "fault"
run 1 "status.cu:4" 33 0 0
run 1 "status.cu:7" 32 0 1
run 3 "the end" 32 3 0
run 3 "status.cu:4" 33 3 0
run 134 "the end" 32 6 0
expect 1 "status.cu:4" "$COURSE" run "$scratch/status.cu" --counters -- 33 0 0
expect 0 "the program's own exit status; 1 if" "$COURSE" run --help

# Who ends the tool ends the program, and nothing is left in the temporary folder.
cat >"$scratch/waits.cu" <<'CU'
#include <cuda_runtime.h>
#include <unistd.h>
#include <cstdio>
int main() {
  cudaFree(nullptr);
  std::printf("waits %d\n", getpid());
  std::fflush(stdout);
  pause();
}
CU
mkdir "$scratch/temporary"
TMPDIR="$scratch/temporary" "$COURSE" run "$scratch/waits.cu" >"$scratch/waits.out" 2>&1 &
tool=$!
for _ in $(seq 300); do
  grep -q waits "$scratch/waits.out" && break
  sleep 0.1
done
kill "$tool"
wait "$tool"
status=$?
program=$(sed -n 's/^waits //p' "$scratch/waits.out")
if kill -0 "${program:?}"; then complain "the program lives on"; fi
[ "$status" = 143 ] || complain "the tool that was ended by signal 15 has status $status, and not 143"
[ -z "$(ls "$scratch/temporary")" ] || complain "a tool that was ended left $(ls "$scratch/temporary")"
finish
