// One buffer and two barriers a step: all have read before anybody writes.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int block = 256;

__global__ void scan_kernel(const int* in, int* out, int* totals, int n) {
  __shared__ int sums[block];
  const int t = threadIdx.x, i = blockIdx.x * block + t;
  sums[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int distance = 1; distance < block; distance *= 2) {
    const int before = t >= distance ? sums[t - distance] : 0;
    __syncthreads();
    sums[t] += before;
    __syncthreads();
  }
  if (i < n) out[i] = sums[t];
  if (t == block - 1) totals[blockIdx.x] = sums[t];
}

__global__ void add_kernel(int* out, const int* totals_before, int n) {
  const int i = blockIdx.x * block + threadIdx.x;
  if (i < n && blockIdx.x > 0) out[i] += totals_before[blockIdx.x - 1];
}

void prefix_sum(const int* in, int* out, int* scratch, int n) {
  if (n == 0) return;
  const int blocks = (n + block - 1) / block;
  int *totals = scratch, *totals_before = scratch + blocks;
  scan_kernel<<<blocks, block>>>(in, out, totals, n);
  if (blocks == 1) return;
  prefix_sum(totals, totals_before, scratch + 2 * blocks, blocks);
  add_kernel<<<blocks, block>>>(out, totals_before, n);
}
