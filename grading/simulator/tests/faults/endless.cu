// Kernels that never end: one whose loop is nothing but a jump is told at once; the tests give the others a small budget of instructions.
//
// expect flag_never_set: instruction-budget at [waiting]: "a loop that never ends, or far too much work"
// status flag_never_set: 702
// expect never_one: instruction-budget at [dividing]: "a loop that never ends, or far too much work"
// status never_one: 702
// expect plain_flag: endless-loop at [plain flag]: "this loop never ends", "must be volatile or be read by an atomic function"
// status plain_flag: 702
#include "faults.h"

__global__ void wait_for_flag(volatile int* flag) {
  while (*flag == 0) {  // [waiting]
  }
}
__global__ void divide(int* out, int n) {
  int steps = 0;
  for (volatile int k = n; k != 1; k = k / 3) out[threadIdx.x] = ++steps;  // [dividing]
}
// Not volatile: the flag is loaded once, and the loop has no way out.
__global__ void wait_for_plain_flag(const int* flag, int* out) {
  while (*flag == 0) {  // [plain flag]
  }
  *out = 1;
}

const Case cases[] = {
    {"flag_never_set", [] { wait_for_flag<<<1, 32>>>(zeros<int>(1)); }},
    {"plain_flag", [] { wait_for_plain_flag<<<1, 32>>>(zeros<int>(1), zeros<int>(1)); }},
    {"never_one", [] { divide<<<1, 32>>>(zeros<int>(32), 8); }},
};

int main(int argc, char** argv) { return run_case(cases, argc, argv); }
