// A block stages its tile and a ring around it in shared memory, then makes one step.
#include <cuda_runtime.h>

#include <utility>

#include "tasks.h"

constexpr int tile = 16;

__global__ void step_kernel(const float* from, float* to, int width, int height) {
  __shared__ float staged[tile + 2][tile + 2];
  const int x = blockIdx.x * tile + threadIdx.x, y = blockIdx.y * tile + threadIdx.y;
  const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  const bool in_plate = x < width && y < height;
  const int i = y * width + x;
  const bool rim = x == 0 || x >= width - 1 || y == 0 || y >= height - 1;
  if (in_plate) {
    staged[ty][tx] = from[i];
    if (!rim) {
      if (tx == 1) staged[ty][0] = from[i - 1];
      if (tx == tile) staged[ty][tile + 1] = from[i + 1];
      if (ty == 1) staged[0][tx] = from[i - width];
      if (ty == tile) staged[tile + 1][tx] = from[i + width];
    }
  }
  __syncthreads();
  if (!in_plate) return;
  float now = staged[ty][tx];
  if (!rim) {
    now += diffusivity *
           (staged[ty][tx - 1] + staged[ty][tx + 1] + staged[ty - 1][tx] + staged[ty + 1][tx] - 4 * now);
  }
  to[i] = now;
}

float* diffuse(float* a, float* b, int width, int height, int steps) {
  if (width == 0 || height == 0) return a;
  const dim3 block(tile, tile);
  const dim3 grid((width + tile - 1) / tile, (height + tile - 1) / tile);
  for (int step = 0; step < steps; ++step) {
    step_kernel<<<grid, block>>>(a, b, width, height);
    std::swap(a, b);
  }
  return a;
}
