// A single block that loops over everything: one multiprocessor works.
#include <cuda_runtime.h>

#include "tasks.h"

__global__ void saxpy_kernel(float a, const float* x, float* y, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) y[i] = a * x[i] + y[i];
}

void saxpy_any(float a, const float* x, float* y, int n) {
  if (n == 0) return;
  saxpy_kernel<<<1, 1024>>>(a, x, y, n);
}
