// The sums of the elements before: the other kind of scan.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int block = 256;

__global__ void scan_kernel(const int* in, int* out, int* totals, int n) {
  __shared__ int sums[2][block];
  const int t = threadIdx.x, i = blockIdx.x * block + t;
  int newest = 0;
  sums[newest][t] = i < n ? in[i] : 0;
  for (int distance = 1; distance < block; distance *= 2) {
    __syncthreads();
    sums[1 - newest][t] = sums[newest][t] + (t >= distance ? sums[newest][t - distance] : 0);
    newest = 1 - newest;
  }
  if (i < n) out[i] = sums[newest][t] - in[i];
  if (t == block - 1) totals[blockIdx.x] = sums[newest][t];
}

__global__ void add_kernel(int* out, const int* totals_before, int n) {
  const int i = blockIdx.x * block + threadIdx.x;
  if (i < n) out[i] += totals_before[blockIdx.x];
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
