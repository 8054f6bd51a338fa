// Hands the whole table to the kernel by value: more bytes than the arguments of a kernel may have.
#include <cuda_runtime.h>

#include <algorithm>

#include "tasks.h"

struct Table {
  Sphere spheres[most_spheres];
};

__global__ void render_kernel(const __grid_constant__ Table table, int count, uchar4* pixels, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const float ray_x = x - width / 2;
  const float ray_y = y - height / 2;

  float r = 0, g = 0, b = 0, nearest = -INFINITY;
  for (int i = 0; i < count; ++i) {
    const Sphere& sphere = table.spheres[i];
    const float dx = ray_x - sphere.x;
    const float dy = ray_y - sphere.y;
    const float rest = sphere.radius * sphere.radius - dx * dx - dy * dy;
    if (rest <= 0) continue;
    const float dz = sqrtf(rest);
    if (sphere.z + dz <= nearest) continue;
    nearest = sphere.z + dz;
    const float shade = 255 * dz / sphere.radius;
    r = sphere.r * shade;
    g = sphere.g * shade;
    b = sphere.b * shade;
  }
  pixels[static_cast<size_t>(y) * width + x] = make_uchar4(r, g, b, 255);
}

void render_spheres(const Sphere* spheres, int count, uchar4* pixels, int width, int height) {
  if (width == 0 || height == 0) return;
  static Table table;
  std::copy(spheres, spheres + count, table.spheres);
  const dim3 block(32, 8);
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  render_kernel<<<grid, block>>>(table, count, pixels, width, height);
}
