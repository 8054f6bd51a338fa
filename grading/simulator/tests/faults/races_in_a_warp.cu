// Lanes of one warp that meet in shared memory and count on running in step, as they did before compute capability 7.0.
//
// expect warp_tail: race at [tail]: "shared array `s`", "other lanes of the warp", "with no __syncwarp() in between", "need not run in step"
// expect warp_tail_volatile: race at [volatile tail]: "shared array `sums`", "of the same warp", "__syncwarp()"
// expect neighbour_lane: race at [lane read]: "reads element", "of the shared array `s`", "of the same warp", "__syncwarp()"
// expect lanes_disagree: race at [one of them]: "writes another value to the shared variable `winner`", "of the same warp"
#include "faults.h"

__global__ void sum_tail(const int* in, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  s[t + 32] = in[t + 32];
  __syncthreads();
  for (int step = 32; step > 0; step /= 2) s[t] += s[t + step];  // [tail]
  if (t == 0) *out = s[0];
}
__global__ void sum_volatile(const int* in, int* out) {
  __shared__ int sums[128];
  int t = threadIdx.x;
  sums[t] = in[t];
  __syncthreads();
  if (t < 64) sums[t] += sums[t + 64];
  __syncthreads();
  if (t < 32) {
    volatile int* s = sums;
    s[t] += s[t + 32];
    s[t] += s[t + 16];  // [volatile tail]
    s[t] += s[t + 8];
    s[t] += s[t + 4];
    s[t] += s[t + 2];
    s[t] += s[t + 1];
  }
  if (t == 0) *out = sums[0];
}
__global__ void from_neighbour(const int* in, int* out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = in[t];
  out[t] = s[(t + 1) % 32];  // [lane read]
}
__global__ void choose(const int* in, int* out) {
  __shared__ int winner;
  if (in[threadIdx.x] % 2) winner = threadIdx.x;  // [one of them]
  __syncwarp();
  out[threadIdx.x] = winner;
}

const Case cases[] = {
    {"warp_tail", [] { sum_tail<<<1, 32>>>(counted<int>(64), zeros<int>(1)); }},
    {"warp_tail_volatile", [] { sum_volatile<<<1, 128>>>(counted<int>(128), zeros<int>(1)); }},
    {"neighbour_lane", [] { from_neighbour<<<1, 32>>>(counted<int>(32), zeros<int>(32)); }},
    {"lanes_disagree", [] { choose<<<1, 32>>>(counted<int>(32), zeros<int>(32)); }},
};

int main(int argc, char** argv) { return run_case(cases, argc, argv); }
