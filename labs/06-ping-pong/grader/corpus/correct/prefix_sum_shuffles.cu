// Warps scan with shuffles; the first warp scans the totals of the warps. Blocks of 512.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int block = 512;

__device__ int scan_warp(int value) {
  const int lane = threadIdx.x % 32;
  for (int distance = 1; distance < 32; distance *= 2) {
    const int before = __shfl_up_sync(0xffffffffu, value, distance);
    if (lane >= distance) value += before;
  }
  return value;
}

__global__ void scan_kernel(const int* in, int* out, int* totals, int n) {
  __shared__ int warp_totals[32];
  const int t = threadIdx.x, warp = t / 32, i = blockIdx.x * block + t;
  int sum = scan_warp(i < n ? in[i] : 0);
  if (t % 32 == 31) warp_totals[warp] = sum;
  __syncthreads();
  if (warp == 0) warp_totals[t] = scan_warp(t < block / 32 ? warp_totals[t] : 0);
  __syncthreads();
  if (warp > 0) sum += warp_totals[warp - 1];
  if (i < n) out[i] = sum;
  if (t == block - 1) totals[blockIdx.x] = sum;
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
