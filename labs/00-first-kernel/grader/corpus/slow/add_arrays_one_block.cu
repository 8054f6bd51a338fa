// A single block goes through the whole array: all multiprocessors but one stand idle.
#include <cuda_runtime.h>

#include "tasks.h"

__global__ void add_kernel(const float* a, const float* b, float* sum, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) sum[i] = a[i] + b[i];
}

cudaError_t add_arrays(const float* a, const float* b, float* sum, int n, int block_size) {
  if (n == 0) return cudaSuccess;
  add_kernel<<<1, block_size>>>(a, b, sum, n);
  return cudaGetLastError();
}
