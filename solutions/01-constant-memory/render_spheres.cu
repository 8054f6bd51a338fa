// Solution of render_spheres: the table in constant memory, each sphere read once for four pixels of every thread.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int pixels_a_thread = 4;

// Two tables, since most spheres are missed by most rays: colours are read only where one is hit.
// 1500 * (16 + 16) = 48 000 of the 65 536 bytes that constant memory has.
__constant__ float4 shapes[most_spheres];   // x, y, z of the centre, radius squared
__constant__ float4 colours[most_spheres];  // red, green, blue, each 255 / radius times the sphere's

// All lanes of a warp walk the table in step, so each load asks for one address and serves the warp by broadcast; the
// thread uses what came for four pixels of its column, a block's height apart, so that stores stay whole rows.
__global__ void render_kernel(int count, uchar4* pixels, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y * pixels_a_thread + threadIdx.y;
  if (x >= width) return;

  float nearest[pixels_a_thread], r[pixels_a_thread] = {}, g[pixels_a_thread] = {}, b[pixels_a_thread] = {};
  for (float& depth : nearest) depth = -INFINITY;
  for (int i = 0; i < count; ++i) {
    const float4 shape = shapes[i];
    const float dx = x - width / 2 - shape.x;
    const float rest_in_column = shape.w - dx * dx;
    if (rest_in_column <= 0) continue;
#pragma unroll
    for (int p = 0; p < pixels_a_thread; ++p) {
      const float dy = y + p * static_cast<int>(blockDim.y) - height / 2 - shape.y;
      const float rest = rest_in_column - dy * dy;
      if (rest <= 0) continue;
      const float dz = sqrtf(rest);
      if (shape.z + dz <= nearest[p]) continue;
      nearest[p] = shape.z + dz;
      r[p] = colours[i].x * dz;
      g[p] = colours[i].y * dz;
      b[p] = colours[i].z * dz;
    }
  }
#pragma unroll
  for (int p = 0; p < pixels_a_thread; ++p) {
    const int row = y + p * blockDim.y;
    if (row < height) pixels[static_cast<size_t>(row) * width + x] = make_uchar4(r[p], g[p], b[p], 255);
  }
}

void render_spheres(const Sphere* spheres, int count, uchar4* pixels, int width, int height) {
  if (width == 0 || height == 0) return;
  float4 shape[most_spheres], colour[most_spheres];
  for (int i = 0; i < count; ++i) {
    const Sphere& s = spheres[i];
    const float scale = 255 / s.radius;
    shape[i] = make_float4(s.x, s.y, s.z, s.radius * s.radius);
    colour[i] = make_float4(s.r * scale, s.g * scale, s.b * scale, 0);
  }
  cudaMemcpyToSymbol(shapes, shape, count * sizeof(float4));
  cudaMemcpyToSymbol(colours, colour, count * sizeof(float4));
  const dim3 block(32, 8);
  const int rows_a_block = block.y * pixels_a_thread;
  const dim3 grid((width + block.x - 1) / block.x, (height + rows_a_block - 1) / rows_a_block);
  render_kernel<<<grid, block>>>(count, pixels, width, height);
}
