// A tree up and down again in shared memory: fewer additions, more barriers, idle lanes.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int block = 256;

__global__ void scan_kernel(const int* in, int* out, int* totals, int n) {
  __shared__ int tree[2 * block];
  const int t = threadIdx.x, first = 2 * block * blockIdx.x;
  const int low = first + t < n ? in[first + t] : 0, high = first + block + t < n ? in[first + block + t] : 0;
  tree[t] = low;
  tree[block + t] = high;
  for (int distance = 1; distance <= block; distance *= 2) {
    __syncthreads();
    const int at = 2 * distance * (t + 1) - 1;
    if (at < 2 * block) tree[at] += tree[at - distance];
  }
  for (int distance = block / 2; distance > 0; distance /= 2) {
    __syncthreads();
    const int at = 2 * distance * (t + 1) - 1;
    if (at + distance < 2 * block) tree[at + distance] += tree[at];
  }
  __syncthreads();
  if (first + t < n) out[first + t] = tree[t];
  if (first + block + t < n) out[first + block + t] = tree[block + t];
  if (t == block - 1) totals[blockIdx.x] = tree[2 * block - 1];
}

__global__ void add_kernel(int* out, const int* totals_before, int n) {
  for (int i = blockIdx.x * 2 * block + threadIdx.x; i < min(n, (int(blockIdx.x) + 1) * 2 * block); i += block) {
    if (blockIdx.x > 0) out[i] += totals_before[blockIdx.x - 1];
  }
}

void prefix_sum(const int* in, int* out, int* scratch, int n) {
  if (n == 0) return;
  const int blocks = (n + 2 * block - 1) / (2 * block);
  int *totals = scratch, *totals_before = scratch + blocks;
  scan_kernel<<<blocks, block>>>(in, out, totals, n);
  if (blocks == 1) return;
  prefix_sum(totals, totals_before, scratch + 2 * blocks, blocks);
  add_kernel<<<blocks, block>>>(out, totals_before, n);
}
