// Adds to a sum that nobody has set to 0.
#include <cuda_runtime.h>

#include "tasks.h"

__global__ void add_kernel(const float* a, const float* b, float* sum, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] += a[i] + b[i];
}

cudaError_t add_arrays(const float* a, const float* b, float* sum, int n, int block_size) {
  if (n == 0) return cudaSuccess;
  add_kernel<<<block_size > 0 ? (n - 1) / block_size + 1 : 1, block_size>>>(a, b, sum, n);
  return cudaGetLastError();
}
