// Each thread takes a run of neighbouring elements, so the lanes of a warp stand far apart.
#include <cuda_runtime.h>

#include "tasks.h"

__global__ void add_kernel(const float* a, const float* b, float* sum, int n) {
  const int first = 32 * (blockIdx.x * blockDim.x + threadIdx.x);
  for (int i = first; i < first + 32 && i < n; ++i) sum[i] = a[i] + b[i];
}

cudaError_t add_arrays(const float* a, const float* b, float* sum, int n, int block_size) {
  if (n == 0) return cudaSuccess;
  const int blocks = block_size > 0 ? (n - 1) / (32 * block_size) + 1 : 1;
  add_kernel<<<blocks, block_size>>>(a, b, sum, n);
  return cudaGetLastError();
}
