// As many blocks as an H200 holds at a time, or fewer for a short vector, and a loop over the rest.
#include <cuda_runtime.h>

#include "tasks.h"

__global__ void saxpy_kernel(float a, const float* x, float* y, int n) {
  // 64 bits: i + step may pass 2^31 although n does not.
  const long long step = static_cast<long long>(gridDim.x) * blockDim.x;
  for (long long i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) y[i] = a * x[i] + y[i];
}

void saxpy_any(float a, const float* x, float* y, int n) {
  if (n == 0) return;
  constexpr int block = 256, resident = 132 * 8;
  const int needed = (n + block - 1) / block;
  saxpy_kernel<<<needed < resident ? needed : resident, block>>>(a, x, y, n);
}
