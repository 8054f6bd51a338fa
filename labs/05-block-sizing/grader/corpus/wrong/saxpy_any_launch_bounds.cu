// The kernel promises blocks of at most 128 threads, and the launch asks for 256.
#include <cuda_runtime.h>

#include "tasks.h"

__global__ void __launch_bounds__(128) saxpy_kernel(float a, const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

void saxpy_any(float a, const float* x, float* y, int n) {
  if (n == 0) return;
  saxpy_kernel<<<(n + 255) / 256, 256>>>(a, x, y, n);
}
