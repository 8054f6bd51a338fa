// Blocks of 16 threads: half of each warp is empty.
#include <cuda_runtime.h>

#include "tasks.h"

__constant__ Sphere table[most_spheres];

__global__ void render_kernel(int count, uchar4* pixels, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const float ray_x = x - width / 2;
  const float ray_y = y - height / 2;

  float r = 0, g = 0, b = 0, nearest = -INFINITY;
  for (int i = 0; i < count; ++i) {
    const float dx = ray_x - table[i].x;
    const float dy = ray_y - table[i].y;
    const float rest = table[i].radius * table[i].radius - dx * dx - dy * dy;
    if (rest <= 0) continue;
    const float dz = sqrtf(rest);
    if (table[i].z + dz <= nearest) continue;
    nearest = table[i].z + dz;
    const float shade = 255 * dz / table[i].radius;
    r = table[i].r * shade;
    g = table[i].g * shade;
    b = table[i].b * shade;
  }
  pixels[static_cast<size_t>(y) * width + x] = make_uchar4(r, g, b, 255);
}

void render_spheres(const Sphere* spheres, int count, uchar4* pixels, int width, int height) {
  if (width == 0 || height == 0) return;
  cudaMemcpyToSymbol(table, spheres, count * sizeof(Sphere));
  const dim3 block(4, 4);
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  render_kernel<<<grid, block>>>(count, pixels, width, height);
}
