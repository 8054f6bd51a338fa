// The kernel follows the address of a variable of the host.
#include <cuda_runtime.h>

#include "tasks.h"

__global__ void add_kernel(const float* a, const float* b, float* sum, const int* n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < *n) sum[i] = a[i] + b[i];
}

cudaError_t add_arrays(const float* a, const float* b, float* sum, int n, int block_size) {
  if (n == 0) return cudaSuccess;
  const int blocks = block_size > 0 ? (n + block_size - 1) / block_size : 1;
  add_kernel<<<blocks, block_size>>>(a, b, sum, &n);
  return cudaGetLastError();
}
