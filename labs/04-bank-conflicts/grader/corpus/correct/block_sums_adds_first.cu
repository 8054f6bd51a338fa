// Blocks of 256: a thread adds four elements, 256 apart, before the tree begins. Sums of chunks are added by one block.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int block = 256;

__device__ float sum_of_block(float value) {
  __shared__ float partial[block];
  const int t = threadIdx.x;
  partial[t] = value;
  for (int half = block / 2; half > 0; half /= 2) {
    __syncthreads();
    if (t < half) partial[t] += partial[t + half];
  }
  return partial[0];
}

__global__ void chunk_kernel(const float* in, float* sums, int n) {
  float sum = 0;
  for (int k = 0; k < chunk_size; k += block) {
    const int i = blockIdx.x * chunk_size + k + threadIdx.x;
    if (i < n) sum += in[i];
  }
  sum = sum_of_block(sum);
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

__global__ void total_kernel(const float* sums, float* total, int count) {
  float sum = 0;
  for (int c = threadIdx.x; c < count; c += block) sum += sums[c];
  sum = sum_of_block(sum);
  if (threadIdx.x == 0) *total = sum;
}

void block_sums(const float* in, float* sums, float* total, int n) {
  const int chunks = chunk_count(n);
  if (chunks > 0) chunk_kernel<<<chunks, block>>>(in, sums, n);
  total_kernel<<<1, block>>>(sums, total, chunks);
}
