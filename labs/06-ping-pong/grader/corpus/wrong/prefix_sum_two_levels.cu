// The totals are scanned by one block of 1024 threads: more than 1024 blocks are one level too many.
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

__global__ void scan_totals_kernel(int* totals, int blocks) {
  __shared__ int sums[2][1024];
  const int t = threadIdx.x;
  int newest = 0;
  sums[newest][t] = t < blocks ? totals[t] : 0;
  for (int distance = 1; distance < 1024; distance *= 2) {
    __syncthreads();
    sums[1 - newest][t] = sums[newest][t] + (t >= distance ? sums[newest][t - distance] : 0);
    newest = 1 - newest;
  }
  if (t < blocks) totals[t] = sums[newest][t];
}

__global__ void add_kernel(int* out, const int* totals_before, int n) {
  const int i = blockIdx.x * block + threadIdx.x;
  if (i < n && blockIdx.x > 0) out[i] += totals_before[blockIdx.x - 1];
}

void prefix_sum(const int* in, int* out, int* scratch, int n) {
  if (n == 0) return;
  const int blocks = (n + block - 1) / block;
  scan_kernel<<<blocks, block>>>(in, out, scratch, n);
  scan_totals_kernel<<<1, 1024>>>(scratch, blocks);
  add_kernel<<<blocks, block>>>(out, scratch, n);
}
