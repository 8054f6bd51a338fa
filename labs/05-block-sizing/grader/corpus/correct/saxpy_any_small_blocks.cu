// Blocks of 64 threads, four elements each: where a multiprocessor holds 16 blocks, they fill two thirds of 48 warps.
#include <cuda_runtime.h>

#include "tasks.h"

__global__ void saxpy_kernel(float a, const float* x, float* y, int n) {
  const int first = 4 * blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 4; ++k) {
    const int i = first + k * blockDim.x;
    if (i < n) y[i] = a * x[i] + y[i];
  }
}

void saxpy_any(float a, const float* x, float* y, int n) {
  if (n == 0) return;
  saxpy_kernel<<<(n + 255) / 256, 64>>>(a, x, y, n);
}
