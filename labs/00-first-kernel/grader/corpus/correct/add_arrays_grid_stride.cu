// As many threads as a large GPU holds at most; each thread goes on by the number of threads of the launch.
#include <cuda_runtime.h>

#include "tasks.h"

__global__ void add_kernel(const float* a, const float* b, float* sum, int n) {
  const size_t threads = size_t(gridDim.x) * blockDim.x;
  for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += threads) sum[i] = a[i] + b[i];
}

constexpr int most_threads = 1 << 18;

cudaError_t add_arrays(const float* a, const float* b, float* sum, int n, int block_size) {
  if (n == 0) return cudaSuccess;
  const int needed = block_size > 0 ? (n - 1) / block_size + 1 : 1;
  const int most = block_size > 0 ? most_threads / block_size : 1;
  add_kernel<<<needed < most ? needed : most, block_size>>>(a, b, sum, n);
  return cudaGetLastError();
}
