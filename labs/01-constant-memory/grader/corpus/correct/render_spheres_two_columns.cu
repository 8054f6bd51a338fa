// Two pixels a thread, half a block's width apart.
#include <cuda_runtime.h>

#include "tasks.h"

__constant__ Sphere table[most_spheres];

__global__ void render_kernel(int count, uchar4* pixels, int width, int height) {
  const int first = 2 * blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (first >= width || y >= height) return;
  float r[2] = {}, g[2] = {}, b[2] = {}, nearest[2] = {-INFINITY, -INFINITY};
  for (int i = 0; i < count; ++i) {
    const float dy = y - height / 2 - table[i].y;
    const float rest_in_row = table[i].radius * table[i].radius - dy * dy;
#pragma unroll
    for (int p = 0; p < 2; ++p) {
      const float dx = first + p * static_cast<int>(blockDim.x) - width / 2 - table[i].x;
      const float rest = rest_in_row - dx * dx;
      if (rest <= 0) continue;
      const float dz = sqrtf(rest);
      if (table[i].z + dz <= nearest[p]) continue;
      nearest[p] = table[i].z + dz;
      const float shade = 255 * dz / table[i].radius;
      r[p] = table[i].r * shade;
      g[p] = table[i].g * shade;
      b[p] = table[i].b * shade;
    }
  }
#pragma unroll
  for (int p = 0; p < 2; ++p) {
    const int x = first + p * blockDim.x;
    if (x < width) pixels[static_cast<size_t>(y) * width + x] = make_uchar4(r[p], g[p], b[p], 255);
  }
}

void render_spheres(const Sphere* spheres, int count, uchar4* pixels, int width, int height) {
  if (width == 0 || height == 0) return;
  cudaMemcpyToSymbol(table, spheres, count * sizeof(Sphere));
  const dim3 block(32, 8);
  const dim3 grid((width + 2 * block.x - 1) / (2 * block.x), (height + block.y - 1) / block.y);
  render_kernel<<<grid, block>>>(count, pixels, width, height);
}
