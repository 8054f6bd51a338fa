// Totals are added up with atomics in scratch memory that nobody cleared.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int block = 256;

__global__ void totals_kernel(const int* in, int* totals, int n) {
  const int i = blockIdx.x * block + threadIdx.x;
  if (i < n) atomicAdd(&totals[blockIdx.x], in[i]);
}

__global__ void scan_kernel(const int* in, int* out, const int* totals_before, int n) {
  __shared__ int sums[2][block];
  const int t = threadIdx.x, i = blockIdx.x * block + t;
  int newest = 0;
  sums[newest][t] = i < n ? in[i] : 0;
  for (int distance = 1; distance < block; distance *= 2) {
    __syncthreads();
    sums[1 - newest][t] = sums[newest][t] + (t >= distance ? sums[newest][t - distance] : 0);
    newest = 1 - newest;
  }
  if (i < n) out[i] = sums[newest][t] + (blockIdx.x > 0 ? totals_before[blockIdx.x - 1] : 0);
}

void prefix_sum(const int* in, int* out, int* scratch, int n) {
  if (n == 0) return;
  const int blocks = (n + block - 1) / block;
  int *totals = scratch, *totals_before = scratch + blocks;
  if (blocks > 1) {
    totals_kernel<<<blocks, block>>>(in, totals, n);
    prefix_sum(totals, totals_before, scratch + 2 * blocks, blocks);
  }
  scan_kernel<<<blocks, block>>>(in, out, totals_before, n);
}
