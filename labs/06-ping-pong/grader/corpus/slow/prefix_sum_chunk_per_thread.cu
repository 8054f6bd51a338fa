// Each thread adds up 16 neighbouring elements in global memory, so the lanes of a warp are 64 bytes apart.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int block = 256;

constexpr int chunk = 16;

__global__ void scan_kernel(const int* in, int* out, int* totals, int n) {
  __shared__ int sums[2][block];
  const int t = threadIdx.x, first = (blockIdx.x * block + t) * chunk;
  int sum = 0, newest = 0;
  for (int i = first; i < min(first + chunk, n); ++i) sum += in[i];
  sums[newest][t] = sum;
  for (int distance = 1; distance < block; distance *= 2) {
    __syncthreads();
    sums[1 - newest][t] = sums[newest][t] + (t >= distance ? sums[newest][t - distance] : 0);
    newest = 1 - newest;
  }
  if (t == block - 1) totals[blockIdx.x] = sums[newest][t];
  sum = sums[newest][t] - sum;
  for (int i = first; i < min(first + chunk, n); ++i) out[i] = sum += in[i];
}

__global__ void add_kernel(int* out, const int* totals_before, int n) {
  for (int k = threadIdx.x; k < block * chunk; k += block) {
    const int i = blockIdx.x * block * chunk + k;
    if (i < n && blockIdx.x > 0) out[i] += totals_before[blockIdx.x - 1];
  }
}

void prefix_sum(const int* in, int* out, int* scratch, int n) {
  if (n == 0) return;
  const int blocks = (n + block * chunk - 1) / (block * chunk);
  int *totals = scratch, *totals_before = scratch + blocks;
  scan_kernel<<<blocks, block>>>(in, out, totals, n);
  if (blocks == 1) return;
  prefix_sum(totals, totals_before, scratch + 2 * blocks, blocks);
  add_kernel<<<blocks, block>>>(out, totals_before, n);
}
