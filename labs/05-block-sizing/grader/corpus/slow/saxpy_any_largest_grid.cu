// One grid for every length, large enough for a million.
#include <cuda_runtime.h>

#include "tasks.h"

__global__ void saxpy_kernel(float a, const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

void saxpy_any(float a, const float* x, float* y, int n) {
  if (n == 0) return;
  const int blocks = (n + 255) / 256;
  saxpy_kernel<<<blocks < 4096 ? 4096 : blocks, 256>>>(a, x, y, n);
}
