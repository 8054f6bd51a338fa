// Block and grid as the runtime proposes them for this kernel, and a loop over what the grid does not cover.
#include <cuda_runtime.h>

#include "tasks.h"

__global__ void saxpy_kernel(float a, const float* x, float* y, int n) {
  const long long step = static_cast<long long>(gridDim.x) * blockDim.x;
  for (long long i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) y[i] = a * x[i] + y[i];
}

void saxpy_any(float a, const float* x, float* y, int n) {
  if (n == 0) return;
  int full_grid = 0, block = 0;
  cudaOccupancyMaxPotentialBlockSize(&full_grid, &block, saxpy_kernel);
  const int needed = (n + block - 1) / block;
  saxpy_kernel<<<needed < full_grid ? needed : full_grid, block>>>(a, x, y, n);
}
