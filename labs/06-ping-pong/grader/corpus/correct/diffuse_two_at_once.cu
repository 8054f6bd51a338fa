// Two steps a launch: a block computes the first one a ring wider, in shared memory. A last odd step goes alone.
#include <cuda_runtime.h>

#include <utility>

#include "tasks.h"

__global__ void step_kernel(const float* from, float* to, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const int i = y * width + x;
  float now = from[i];
  if (x > 0 && x < width - 1 && y > 0 && y < height - 1) {
    now += diffusivity * (from[i - 1] + from[i + 1] + from[i - width] + from[i + width] - 4 * now);
  }
  to[i] = now;
}

constexpr int tile_x = 32, tile_y = 8;

__device__ float stepped(const float* from, int x, int y, int width, int height) {
  const int i = y * width + x;
  if (x == 0 || x == width - 1 || y == 0 || y == height - 1) return from[i];
  return from[i] + diffusivity * (from[i - 1] + from[i + 1] + from[i - width] + from[i + width] - 4 * from[i]);
}

__global__ void two_steps_kernel(const float* from, float* to, int width, int height) {
  __shared__ float middle[tile_y + 2][tile_x + 2];
  const int left = blockIdx.x * tile_x - 1, top = blockIdx.y * tile_y - 1;
  for (int k = threadIdx.y * tile_x + threadIdx.x; k < (tile_x + 2) * (tile_y + 2); k += tile_x * tile_y) {
    const int tx = k % (tile_x + 2), ty = k / (tile_x + 2), x = left + tx, y = top + ty;
    if (x >= 0 && x < width && y >= 0 && y < height) middle[ty][tx] = stepped(from, x, y, width, height);
  }
  __syncthreads();
  const int tx = threadIdx.x + 1, ty = threadIdx.y + 1, x = left + tx, y = top + ty;
  if (x >= width || y >= height) return;
  float now = middle[ty][tx];
  if (x > 0 && x < width - 1 && y > 0 && y < height - 1) {
    now += diffusivity *
           (middle[ty][tx - 1] + middle[ty][tx + 1] + middle[ty - 1][tx] + middle[ty + 1][tx] - 4 * now);
  }
  to[y * width + x] = now;
}

float* diffuse(float* a, float* b, int width, int height, int steps) {
  if (width == 0 || height == 0) return a;
  const dim3 block(tile_x, tile_y);
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  for (int pair = 0; pair < steps / 2; ++pair) {
    two_steps_kernel<<<grid, block>>>(a, b, width, height);
    std::swap(a, b);
  }
  if (steps % 2 == 0) return a;
  step_kernel<<<grid, block>>>(a, b, width, height);
  return b;
}
