// Solution of prefix_sum: first the sum of every tile, then the sums of all tiles before it, then the tile itself.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int block = 256;
constexpr int tile = 4 * block;  // elements: four a thread, in one 16-byte access

// Elements 4 * quad to 4 * quad + 3, with zeros behind the end: they change no sum.
__device__ int4 load_four(const int* in, int quad, int n) {
  const int i = 4 * quad;
  if (i + 4 <= n) return reinterpret_cast<const int4*>(in)[quad];
  return {i < n ? in[i] : 0, i + 1 < n ? in[i + 1] : 0, i + 2 < n ? in[i + 2] : 0, 0};
}

// Inclusive sums of the threads' values. Two buffers that change roles: a step reads what the step before wrote and
// writes where nobody reads, so one barrier a step is enough.
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

__global__ void tile_sums_kernel(const int* __restrict__ in, int* __restrict__ sums, int n) {
  const int4 v = load_four(in, blockIdx.x * block + threadIdx.x, n);
  const int sum = scan_block(v.x + v.y + v.z + v.w);
  if (threadIdx.x == block - 1) sums[blockIdx.x] = sum;
}

// before: inclusive sums of the tiles; not read if there is only one
__global__ void scan_tiles_kernel(const int* __restrict__ in, const int* __restrict__ before, int* __restrict__ out,
                                  int n) {
  const int quad = blockIdx.x * block + threadIdx.x, i = 4 * quad;
  const int4 v = load_four(in, quad, n);
  const int own = v.x + v.y + v.z + v.w;
  int sum = scan_block(own) - own + (blockIdx.x > 0 ? before[blockIdx.x - 1] : 0);
  const int4 sums = {sum += v.x, sum += v.y, sum += v.z, sum += v.w};
  if (i + 4 <= n) {
    reinterpret_cast<int4*>(out)[quad] = sums;
  } else {
    if (i < n) out[i] = sums.x;
    if (i + 1 < n) out[i + 1] = sums.y;
    if (i + 2 < n) out[i + 2] = sums.z;
  }
}

void prefix_sum(const int* in, int* out, int* scratch, int n) {
  if (n == 0) return;
  const int tiles = (n + tile - 1) / tile;
  const int room = (tiles + 3) / 4 * 4;  // keeps the next array on a 16-byte boundary
  int *sums = scratch, *before = scratch + room;
  if (tiles > 1) {
    tile_sums_kernel<<<tiles, block>>>(in, sums, n);
    prefix_sum(sums, before, scratch + 2 * room, tiles);
  }
  scan_tiles_kernel<<<tiles, block>>>(in, before, out, n);
}
