// Eight lanes add the sums of eight warps, but the first step asks for lanes 16 and up.
#include <cuda_runtime.h>

#include "tasks.h"

__global__ void sum_kernel(const float* in, float* out, int n, int span) {
  __shared__ float partial[8];
  const int first = blockIdx.x * span;
  float sum = 0;
  for (int i = threadIdx.x; i < span && first + i < n; i += 256) sum += in[first + i];
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffu, sum, step);
  if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < 8) {
    sum = partial[threadIdx.x];
    for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffu, sum, step);
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
  }
}

void block_sums(const float* in, float* sums, float* total, int n) {
  const int chunks = chunk_count(n);
  if (chunks > 0) sum_kernel<<<chunks, 256>>>(in, sums, n, chunk_size);
  sum_kernel<<<1, 256>>>(sums, total, chunks, chunks);
}
