// Red, green and blue in launches of their own: every sphere is looked at three times.
#include <cuda_runtime.h>

#include "tasks.h"

__constant__ Sphere table[most_spheres];

__global__ void render_kernel(int count, int channel, uchar4* pixels, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const float ray_x = x - width / 2;
  const float ray_y = y - height / 2;

  float value = 0, nearest = -INFINITY;
  for (int i = 0; i < count; ++i) {
    const Sphere s = table[i];
    const float dx = ray_x - s.x, dy = ray_y - s.y;
    const float rest = s.radius * s.radius - dx * dx - dy * dy;
    const float dz = sqrtf(fmaxf(rest, 0.0f));
    const bool shown = rest > 0 && s.z + dz > nearest;
    const float colour = channel == 0 ? s.r : channel == 1 ? s.g : s.b;
    nearest = shown ? s.z + dz : nearest;
    value = shown ? colour * 255 * dz / s.radius : value;
  }
  unsigned char* bytes = reinterpret_cast<unsigned char*>(pixels + static_cast<size_t>(y) * width + x);
  bytes[channel] = static_cast<unsigned char>(value);
  if (channel == 0) bytes[3] = 255;
}

void render_spheres(const Sphere* spheres, int count, uchar4* pixels, int width, int height) {
  if (width == 0 || height == 0) return;
  cudaMemcpyToSymbol(table, spheres, count * sizeof(Sphere));
  const dim3 block(32, 8);
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  for (int channel = 0; channel < 3; ++channel) {
    render_kernel<<<grid, block>>>(count, channel, pixels, width, height);
  }
}
