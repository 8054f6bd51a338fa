// A square grid instead of a long one.
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
  int columns = 1;
  while (columns * columns < blocks) ++columns;
  while (blocks % columns != 0) ++columns;
  add_kernel<<<dim3(columns, blocks / columns), block_size>>>(a, b, sum, n);
  return cudaGetLastError();
}
