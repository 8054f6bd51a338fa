// The cells at the edge of a tile have neighbours outside it.
#include <cuda_runtime.h>

#include <utility>

#include "tasks.h"

__global__ void step_kernel(const float* from, float* to, int width, int height) {
  __shared__ float tile[16][16];
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  const int column = threadIdx.x, row = threadIdx.y;
  if (x < width && y < height) tile[row][column] = from[y * width + x];
  __syncthreads();
  if (x >= width || y >= height) return;
  float now = tile[row][column];
  if (x > 0 && x < width - 1 && y > 0 && y < height - 1)
    now += diffusivity * (tile[row][column - 1] + tile[row][column + 1] + tile[row - 1][column] + tile[row + 1][column] - 4 * now);
  to[y * width + x] = now;
}

float* diffuse(float* a, float* b, int width, int height, int steps) {
  if (width == 0 || height == 0) return a;
  const dim3 block(16, 16), grid((width + 15) / 16, (height + 15) / 16);
  for (int step = 0; step < steps; ++step) {
    step_kernel<<<grid, block>>>(a, b, width, height);
    std::swap(a, b);
  }
  return a;
}
