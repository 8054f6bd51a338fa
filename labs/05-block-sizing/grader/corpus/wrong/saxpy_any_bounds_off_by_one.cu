// i <= n: one element too many.
#include <cuda_runtime.h>

#include "tasks.h"

__global__ void saxpy_kernel(float a, const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) y[i] = a * x[i] + y[i];
}

void saxpy_any(float a, const float* x, float* y, int n) {
  if (n == 0) return;
  saxpy_kernel<<<(n + 256) / 256, 256>>>(a, x, y, n);
}
