// One visit: blocks take tiles in order, and each adds what the block before it has published.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int block = 256;

// scratch: the next tile, then for each tile its inclusive sum and whether it is there.
__global__ void scan_kernel(const int* in, int* out, int* scratch, int n, int tiles) {
  __shared__ int sums[2][block];
  __shared__ int tile, before;
  const int t = threadIdx.x;
  if (t == 0) tile = atomicAdd(scratch, 1);  // in this order, so that a tile waits for running blocks only
  __syncthreads();
  volatile int* totals = scratch + 1;
  volatile int* published = scratch + 1 + tiles;
  const int i = tile * block + t;
  int newest = 0, value = i < n ? in[i] : 0;
  sums[newest][t] = value;
  for (int distance = 1; distance < block; distance *= 2) {
    __syncthreads();
    if (t >= distance) value += sums[newest][t - distance];
    newest = 1 - newest;
    sums[newest][t] = value;
  }
  if (t == block - 1) {
    before = 0;
    if (tile > 0) {
      while (published[tile - 1] == 0) {
      }
      __threadfence();
      before = totals[tile - 1];
    }
    totals[tile] = before + value;
    __threadfence();
    published[tile] = 1;
  }
  __syncthreads();
  if (i < n) out[i] = before + value;
}

void prefix_sum(const int* in, int* out, int* scratch, int n) {
  if (n == 0) return;
  const int tiles = (n + block - 1) / block;
  cudaMemsetAsync(scratch, 0, (1 + 2 * tiles) * sizeof(int));
  scan_kernel<<<tiles, block>>>(in, out, scratch, n, tiles);
}
