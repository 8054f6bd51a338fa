// Two elements a thread, a block apart, so that both are read side by side.
#include <cuda_runtime.h>

#include "tasks.h"

__global__ void add_kernel(const float* a, const float* b, float* sum, int n) {
  const int i = 2 * blockIdx.x * blockDim.x + threadIdx.x, j = i + blockDim.x;
  if (i < n) sum[i] = a[i] + b[i];
  if (j < n) sum[j] = a[j] + b[j];
}

cudaError_t add_arrays(const float* a, const float* b, float* sum, int n, int block_size) {
  if (n == 0) return cudaSuccess;
  const int blocks = block_size > 0 ? (n - 1) / (2 * block_size) + 1 : 1;
  add_kernel<<<blocks, block_size>>>(a, b, sum, n);
  return cudaGetLastError();
}
