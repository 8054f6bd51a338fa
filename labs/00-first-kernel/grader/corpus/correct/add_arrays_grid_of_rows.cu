// A grid as near to a square as its number of blocks allows instead of a long one.
#include <cuda_runtime.h>

#include "tasks.h"

__global__ void add_kernel(const float* a, const float* b, float* sum, int n) {
  const int block = blockIdx.y * gridDim.x + blockIdx.x;
  const int i = block * blockDim.x + threadIdx.x;
  if (i < n) sum[i] = a[i] + b[i];
}

cudaError_t add_arrays(const float* a, const float* b, float* sum, int n, int block_size) {
  if (n == 0) return cudaSuccess;
  const int blocks = block_size > 0 ? (n - 1) / block_size + 1 : 1;
  // Rows from the root downwards, which soon ends: the host's loop is in the time.
  int rows = 1;
  while ((rows + 1) * (rows + 1) <= blocks) ++rows;
  while (blocks % rows != 0) --rows;
  add_kernel<<<dim3(blocks / rows, rows), block_size>>>(a, b, sum, n);
  return cudaGetLastError();
}
