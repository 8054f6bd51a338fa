// Task saxpy_any: y = a * x + y, for vectors of any length.
#include <cuda_runtime.h>

#include "tasks.h"

__global__ void saxpy_kernel(float a, const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

// TODO: choose a block that fills its warps and a multiprocessor, and a grid that fits n.
void saxpy_any(float a, const float* x, float* y, int n) {
  if (n == 0) return;  // a grid without blocks is refused
  saxpy_kernel<<<n, 1>>>(a, x, y, n);
}
