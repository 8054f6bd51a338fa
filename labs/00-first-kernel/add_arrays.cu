// Task add_arrays: the sum of two arrays, one element a thread.
#include <cuda_runtime.h>

#include "tasks.h"

// Runs on the GPU, once for every thread of the launch.
__global__ void add_kernel(const float* a, const float* b, float* sum, int n) {
  for (int i = 0; i < n; ++i) sum[i] = a[i] + b[i];
}

// TODO: the result is right, but a single thread does all the work. Launch as many threads as there are elements, in
// blocks of block_size threads, let each thread find the one element that is its own, and report what became of the
// launch.
cudaError_t add_arrays(const float* a, const float* b, float* sum, int n, int block_size) {
  add_kernel<<<1, 1>>>(a, b, sum, n);
  return cudaSuccess;
}
