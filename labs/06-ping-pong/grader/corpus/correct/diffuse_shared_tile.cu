// A block stages its tile of 64 x 32 cells and a ring around it in shared memory, then makes one step; a thread has eight
// cells of a column.
#include <cuda_runtime.h>

#include <utility>

#include "tasks.h"

constexpr int tile_width = 64, tile_height = 32, rows = 4;

__global__ void step_kernel(const float* from, float* to, int width, int height) {
  __shared__ float staged[tile_height + 2][tile_width + 2];
  const int left = blockIdx.x * tile_width - 1, top = blockIdx.y * tile_height - 1;
  const auto stage = [&](int tx, int ty) {
    const int x = left + tx, y = top + ty;
    if (x >= 0 && x < width && y >= 0 && y < height) staged[ty][tx] = from[y * width + x];
  };
  for (int ty = threadIdx.y; ty < tile_height + 2; ty += rows) {
    stage(threadIdx.x + 1, ty);
    if (threadIdx.x < 2) stage(threadIdx.x * (tile_width + 1), ty);
  }
  __syncthreads();
  const int tx = threadIdx.x + 1, x = left + tx;
  for (int ty = threadIdx.y + 1; ty <= tile_height; ty += rows) {
    const int y = top + ty;
    if (x >= width || y >= height) break;
    float now = staged[ty][tx];
    if (x > 0 && x < width - 1 && y > 0 && y < height - 1) {
      now += diffusivity * (staged[ty][tx - 1] + staged[ty][tx + 1] + staged[ty - 1][tx] + staged[ty + 1][tx] - 4 * now);
    }
    to[y * width + x] = now;
  }
}

float* diffuse(float* a, float* b, int width, int height, int steps) {
  if (width == 0 || height == 0) return a;
  const dim3 block(tile_width, rows);
  const dim3 grid((width + tile_width - 1) / tile_width, (height + tile_height - 1) / tile_height);
  for (int step = 0; step < steps; ++step) {
    step_kernel<<<grid, block>>>(a, b, width, height);
    std::swap(a, b);
  }
  return a;
}
