// Four elements a thread are added first, so that little is left for the tree; but what is left meets in the same
// banks.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int block = 256;

__device__ float sum_of_block(float value) {
  __shared__ float partial[block];
  const int t = threadIdx.x;
  partial[t] = value;
  __syncthreads();
  for (int step = 1; step < block; step *= 2) {
    const int at = 2 * step * t;
    if (at < block) partial[at] += partial[at + step];
    __syncthreads();
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
