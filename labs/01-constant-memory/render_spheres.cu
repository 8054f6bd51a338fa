// Task render_spheres: a picture of spheres, whose table every thread reads from beginning to end.
#include <cuda_runtime.h>

#include "tasks.h"

__global__ void render_kernel(const Sphere* spheres, int count, uchar4* pixels, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const float ray_x = x - width / 2;
  const float ray_y = y - height / 2;

  float r = 0, g = 0, b = 0, nearest = -INFINITY;
  for (int i = 0; i < count; ++i) {
    const float dx = ray_x - spheres[i].x;
    const float dy = ray_y - spheres[i].y;
    const float rest = spheres[i].radius * spheres[i].radius - dx * dx - dy * dy;
    if (rest <= 0) continue;
    const float dz = sqrtf(rest);
    if (spheres[i].z + dz <= nearest) continue;
    nearest = spheres[i].z + dz;
    const float shade = 255 * dz / spheres[i].radius;
    r = spheres[i].r * shade;
    g = spheres[i].g * shade;
    b = spheres[i].b * shade;
  }
  pixels[static_cast<size_t>(y) * width + x] = make_uchar4(r, g, b, 255);
}

// TODO: keep the table in constant memory instead of handing a pointer to global memory to the kernel.
void render_spheres(const Sphere* spheres, int count, uchar4* pixels, int width, int height) {
  if (width == 0 || height == 0) return;  // a grid without blocks is refused
  Sphere* table = nullptr;
  cudaMalloc(&table, most_spheres * sizeof(Sphere));
  cudaMemcpy(table, spheres, count * sizeof(Sphere), cudaMemcpyHostToDevice);
  const dim3 block(32, 8);
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  render_kernel<<<grid, block>>>(table, count, pixels, width, height);
  cudaFree(table);
}
