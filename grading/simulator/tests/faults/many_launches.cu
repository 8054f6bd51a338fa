// A program with two hundred launches, and a fault in the last.
//
// expect last_of_two_hundred: out-of-bounds at [step]: "index 1000 where 1000 elements"
// launch last_of_two_hundred: 200
// status last_of_two_hundred: 700
// expect race_in_last: race at [written]: "writes element 64 of the shared array `s`", "__syncthreads()"
// launch race_in_last: 200
// expect race_after_millions: race at [last block writes]: "of the shared array `s`", "__syncthreads()"
#include "faults.h"

__global__ void step(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 0.5f * in[i];  // [step]
}
__global__ void shift(const int* in, int* out, int by) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = in[t];  // [written]
  if (by == 0) __syncthreads();
  out[t] = s[(t + by) % 128];
}

// The fault comes after more blocks and barriers than the race finder's clock counts.
__global__ void many_blocks(const int* in, int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  int other = s[63 - threadIdx.x];
  __syncthreads();
  s[threadIdx.x] = other;  // [last block writes]
  if (blockIdx.x + 1 < gridDim.x) __syncthreads();
  if (blockIdx.x + 1 == gridDim.x) out[threadIdx.x] = s[threadIdx.x ^ 32];
}

const Case cases[] = {
    {"last_of_two_hundred",
     [] {
       float *a = counted<float>(1000), *b = zeros<float>(1000);
       for (int k = 0; k < 200; ++k) step<<<4, 256>>>(k % 2 ? b : a, k % 2 ? a : b, k == 199 ? 1001 : 1000);
     }},
    {"race_after_millions", [] { many_blocks<<<800000, 64>>>(counted<int>(64), zeros<int>(64)); }},
    {"race_in_last",
     [] {
       int *a = counted<int>(128), *b = zeros<int>(128);
       for (int k = 0; k < 200; ++k) shift<<<1, 128>>>(a, b, k == 199 ? 64 : 0);
     }},
};

int main(int argc, char** argv) { return run_case(cases, argc, argv); }
