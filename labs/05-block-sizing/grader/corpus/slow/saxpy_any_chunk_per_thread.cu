// Sixteen neighbours a thread, one by one: the lanes of an access are 64 bytes apart.
#include <cuda_runtime.h>

#include "tasks.h"

__global__ void saxpy_kernel(float a, const float* x, float* y, int n) {
  const int first = 16 * (blockIdx.x * blockDim.x + threadIdx.x);
  for (int i = first; i < first + 16 && i < n; ++i) y[i] = a * x[i] + y[i];
}

void saxpy_any(float a, const float* x, float* y, int n) {
  if (n == 0) return;
  saxpy_kernel<<<(n + 4095) / 4096, 256>>>(a, x, y, n);
}
