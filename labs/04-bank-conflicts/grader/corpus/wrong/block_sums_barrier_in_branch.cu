// The barrier stands inside the branch: only the threads that add arrive at it.
#include <cuda_runtime.h>

#include "tasks.h"

__device__ float sum_of_block(float value) {
  __shared__ float partial[chunk_size];
  const int t = threadIdx.x;
  partial[t] = value;
  __syncthreads();
  for (int half = chunk_size / 2; half > 0; half /= 2) {
    if (t < half) {
      partial[t] += partial[t + half];
      __syncthreads();
    }
  }
  return partial[0];
}

__global__ void chunk_kernel(const float* in, float* sums, int n) {
  const int i = blockIdx.x * chunk_size + threadIdx.x;
  const float sum = sum_of_block(i < n ? in[i] : 0.0f);
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

__global__ void total_kernel(const float* sums, float* total, int count) {
  float sum = 0;
  for (int c = threadIdx.x; c < count; c += chunk_size) sum += sums[c];
  sum = sum_of_block(sum);
  if (threadIdx.x == 0) *total = sum;
}

void block_sums(const float* in, float* sums, float* total, int n) {
  const int chunks = chunk_count(n);
  if (chunks > 0) chunk_kernel<<<chunks, chunk_size>>>(in, sums, n);
  total_kernel<<<1, chunk_size>>>(sums, total, chunks);
}
