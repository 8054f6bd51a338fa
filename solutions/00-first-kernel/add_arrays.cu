// Task add_arrays: the sum of two arrays, one element a thread.
#include <cuda_runtime.h>

#include "tasks.h"

//! [kernel]
__global__ void add_kernel(const float* a, const float* b, float* sum, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] = a[i] + b[i];
}
//! [kernel]

//! [launch]
cudaError_t add_arrays(const float* a, const float* b, float* sum, int n, int block_size) {
  if (n == 0) return cudaSuccess;
  const int blocks = block_size > 0 ? (n - 1) / block_size + 1 : 1;  // rounded up; a block of 0 is the launch's to refuse
  add_kernel<<<blocks, block_size>>>(a, b, sum, n);
  return cudaGetLastError();
}
//! [launch]
