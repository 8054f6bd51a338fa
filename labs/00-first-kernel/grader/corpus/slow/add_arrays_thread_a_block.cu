// A block for each element, of which only thread 0 works.
#include <cuda_runtime.h>

#include "tasks.h"

__global__ void add_kernel(const float* a, const float* b, float* sum, int n) {
  const int i = blockIdx.x;
  if (threadIdx.x == 0) sum[i] = a[i] + b[i];
}

cudaError_t add_arrays(const float* a, const float* b, float* sum, int n, int block_size) {
  if (n == 0) return cudaSuccess;
  add_kernel<<<n, block_size>>>(a, b, sum, n);
  return cudaGetLastError();
}
