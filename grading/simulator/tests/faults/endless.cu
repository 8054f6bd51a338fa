// Kernels that never end. The tests give them a small budget of instructions.
//
// expect flag_never_set: instruction-budget at [waiting]: "a loop that never ends, or far too much work"
// status flag_never_set: 702
// expect never_one: instruction-budget at [dividing]: "a loop that never ends, or far too much work"
// status never_one: 702
#include "faults.h"

__global__ void wait_for_flag(volatile int* flag) {
  while (*flag == 0) {  // [waiting]
  }
}
__global__ void divide(int* out, int n) {
  int steps = 0;
  for (volatile int k = n; k != 1; k = k / 3) out[threadIdx.x] = ++steps;  // [dividing]
}

const Case cases[] = {
    {"flag_never_set", [] { wait_for_flag<<<1, 32>>>(zeros<int>(1)); }},
    {"never_one", [] { divide<<<1, 32>>>(zeros<int>(32), 8); }},
};

int main(int argc, char** argv) { return run_case(cases, argc, argv); }
