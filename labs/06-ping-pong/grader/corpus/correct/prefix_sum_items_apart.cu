// Four elements a thread, a block apart: each round is one scan, and carries its total into the next.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int block = 256;

constexpr int rounds = 4;

__device__ int scan_block(int value) {
  __shared__ int sums[2][block];
  const int t = threadIdx.x;
  int newest = 0;
  sums[newest][t] = value;
  for (int distance = 1; distance < block; distance *= 2) {
    __syncthreads();
    if (t >= distance) value += sums[newest][t - distance];
    newest = 1 - newest;
    sums[newest][t] = value;
  }
  return value;
}

__global__ void scan_kernel(const int* in, int* out, int* totals, int n) {
  __shared__ int carry;
  int before = 0;
  for (int round = 0; round < rounds; ++round) {
    const int i = (blockIdx.x * rounds + round) * block + threadIdx.x;
    const int sum = before + scan_block(i < n ? in[i] : 0);
    if (i < n) out[i] = sum;
    if (threadIdx.x == block - 1) carry = sum;
    __syncthreads();
    before = carry;
    __syncthreads();
  }
  if (threadIdx.x == 0) totals[blockIdx.x] = before;
}

__global__ void add_kernel(int* out, const int* totals_before, int n) {
  if (blockIdx.x == 0) return;
  for (int round = 0; round < rounds; ++round) {
    const int i = (blockIdx.x * rounds + round) * block + threadIdx.x;
    if (i < n) out[i] += totals_before[blockIdx.x - 1];
  }
}

void prefix_sum(const int* in, int* out, int* scratch, int n) {
  if (n == 0) return;
  const int blocks = (n + rounds * block - 1) / (rounds * block);
  int *totals = scratch, *totals_before = scratch + blocks;
  scan_kernel<<<blocks, block>>>(in, out, totals, n);
  if (blocks == 1) return;
  prefix_sum(totals, totals_before, scratch + 2 * blocks, blocks);
  add_kernel<<<blocks, block>>>(out, totals_before, n);
}
