// Solution of diffuse: two buffers that change roles, four cells a thread.
#include <cuda_runtime.h>

#include <utility>

#include "tasks.h"

__device__ float heated(float left, float here, float right, float above, float below) {
  return here + diffusivity * (left + right + above + below - 4 * here);
}

// One cell a thread, for any width.
__global__ void step_kernel(const float* __restrict__ from, float* __restrict__ to, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const int i = y * width + x;
  const bool rim = x == 0 || x == width - 1 || y == 0 || y == height - 1;
  to[i] = rim ? from[i] : heated(from[i - 1], from[i], from[i + 1], from[i - width], from[i + width]);
}

// Four neighbouring cells a thread: `width` is a multiple of 4, so every row starts on a 16-byte boundary.
// Of the six values of its own row that it needs, four come with its own load.
__global__ void step_kernel_of_four(const float* __restrict__ from, float* __restrict__ to, int width, int height) {
  const int x = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const int i = y * width + x;
  const auto four = [from](int at) { return __ldg(reinterpret_cast<const float4*>(from + at)); };

  float4 now = four(i);
  if (y > 0 && y < height - 1) {
    const float4 old = now, above = four(i - width), below = four(i + width);
    if (x > 0) now.x = heated(from[i - 1], old.x, old.y, above.x, below.x);
    now.y = heated(old.x, old.y, old.z, above.y, below.y);
    now.z = heated(old.y, old.z, old.w, above.z, below.z);
    if (x + 4 < width) now.w = heated(old.z, old.w, from[i + 4], above.w, below.w);
  }
  *reinterpret_cast<float4*>(to + i) = now;
}

float* diffuse(float* a, float* b, int width, int height, int steps) {
  if (width == 0 || height == 0) return a;
  const bool by_four = width % 4 == 0;
  const int columns = by_four ? width / 4 : width;
  const dim3 block(32, 8);
  const dim3 grid((columns + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  for (int step = 0; step < steps; ++step) {
    if (by_four) {
      step_kernel_of_four<<<grid, block>>>(a, b, width, height);
    } else {
      step_kernel<<<grid, block>>>(a, b, width, height);
    }
    std::swap(a, b);  // `a` is the newest plate: what the next step reads
  }
  return a;
}
