// Leaves at once when there is no element; the total is then never written.
#include <cuda_runtime.h>

#include "tasks.h"

__device__ float sum_of_warp(float value) {
  for (int step = 16; step > 0; step /= 2) value += __shfl_xor_sync(0xffffffffu, value, step);
  return value;
}

__device__ float sum_of_block(float value) {
  __shared__ float partial[32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  value = sum_of_warp(value);
  if (lane == 0) partial[warp] = value;
  __syncthreads();
  return warp == 0 ? sum_of_warp(partial[lane]) : 0;
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
  if (n == 0) return;
  const int chunks = chunk_count(n);
  chunk_kernel<<<chunks, chunk_size>>>(in, sums, n);
  total_kernel<<<1, chunk_size>>>(sums, total, chunks);
}
