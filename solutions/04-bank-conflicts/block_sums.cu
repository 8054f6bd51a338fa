// Solution of block_sums: a warp a chunk. Lanes add in registers and pass sums by shuffle, without shared memory.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int warps = 8;  // of a block, and so the chunks that it sums

// Lane L adds what lane L + step holds; after five steps lane 0 has the sum of all 32.
__device__ float sum_of_warp(float value) {
  for (int step = 16; step > 0; step /= 2) value += __shfl_down_sync(0xffffffffu, value, step);
  return value;
}

__global__ void chunk_kernel(const float* in, float* sums, float* total, int n) {
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int chunk = blockIdx.x * warps + warp;
  const int first = chunk * chunk_size;

  float sum = 0;
  if (n - first >= chunk_size) {
    // A whole chunk: eight independent 16-byte loads a lane are on their way at the same time.
    const float4* quads = reinterpret_cast<const float4*>(in + first);
    for (int q = lane; q < chunk_size / 4; q += 32) {
      const float4 v = quads[q];
      sum += (v.x + v.y) + (v.z + v.w);
    }
  } else {
    for (int i = first + lane; i < n; i += 32) sum += in[i];
  }
  sum = sum_of_warp(sum);

  // Eight sums of warps become one of the block, so that the single word `total` is added to once a block. The order
  // of these additions is open; with whole numbers the result is not.
  __shared__ float partial[warps];
  if (lane == 0) {
    if (first < n) sums[chunk] = sum;
    partial[warp] = sum;
  }
  __syncthreads();
  if (warp == 0) {
    sum = sum_of_warp(lane < warps ? partial[lane] : 0.0f);
    if (lane == 0) atomicAdd(total, sum);
  }
}

void block_sums(const float* in, float* sums, float* total, int n) {
  cudaMemsetAsync(total, 0, sizeof(float));
  if (n == 0) return;
  const int blocks = (chunk_count(n) + warps - 1) / warps;
  chunk_kernel<<<blocks, 32 * warps>>>(in, sums, total, n);
}
