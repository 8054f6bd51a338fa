// Whole numbers as int: a warp's sum is one __reduce_add_sync, the last one under a mask of eight lanes.
#include <cuda_runtime.h>

#include "tasks.h"

__device__ int warp_sum(unsigned mask, int value) {
#if __CUDA_ARCH__ >= 800
  return __reduce_add_sync(mask, value);
#else
  for (int distance = 16; distance > 0; distance /= 2) {
    const int other = __shfl_down_sync(mask, value, distance);
    if (threadIdx.x % 32 + distance < __popc(mask)) value += other;
  }
  return value;
#endif
}

__global__ void chunk_kernel(const float* in, float* sums, float* total, int n) {
  __shared__ int partial[8];
  const int first = blockIdx.x * chunk_size;
  int sum = 0;
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    const int i = first + k * 256 + threadIdx.x;
    if (i < n) sum += static_cast<int>(in[i]);
  }
  sum = warp_sum(0xffffffffu, sum);
  if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x >= 8) return;
  sum = warp_sum(0xffu, partial[threadIdx.x]);
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = static_cast<float>(sum);
    atomicAdd(total, static_cast<float>(sum));
  }
}

void block_sums(const float* in, float* sums, float* total, int n) {
  cudaMemset(total, 0, sizeof(float));
  if (n > 0) chunk_kernel<<<chunk_count(n), 256>>>(in, sums, total, n);
}
