// A loop that raises the block while it is not above the best ends one step above it: 33 by 32 threads.
#include <cuda_runtime.h>

#include "tasks.h"

__global__ void saxpy_kernel(float a, const float* x, float* y, int n) {
  const int i = (blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

void saxpy_any(float a, const float* x, float* y, int n) {
  if (n == 0) return;
  int best_grid = 0, best = 0;
  cudaOccupancyMaxPotentialBlockSize(&best_grid, &best, saxpy_kernel);
  dim3 block(32, 1);
  while (static_cast<int>(block.x * block.y) <= best) ++block.y;
  const int threads = block.x * block.y;
  saxpy_kernel<<<(n + threads - 1) / threads, block>>>(a, x, y, n);
}
