// Lanes that wait for each other at different places, for ever.
//
// expect lanes_elsewhere: barrier at [half of the lanes]: "waits for lanes of its warp that never come to this instruction"
// status lanes_elsewhere: 702
#include "faults.h"

__global__ void lanes_elsewhere(const int* in, int* out) {
  __shared__ int s[32];
  const int t = threadIdx.x;
  s[t] = in[t];
  if (t < 16) __syncwarp(0xffffffffu);  // [half of the lanes]
  else __syncthreads();
  out[t] = s[31 - t];
}

const Case cases[] = {
    {"lanes_elsewhere", [] { lanes_elsewhere<<<1, 32>>>(counted<int>(32), zeros<int>(32)); }},
};

int main(int argc, char** argv) { return run_case(cases, argc, argv); }
