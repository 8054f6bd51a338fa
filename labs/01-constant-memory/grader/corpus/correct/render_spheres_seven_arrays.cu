// An array for each field: other addresses, the same requests.
#include <cuda_runtime.h>

#include "tasks.h"

__constant__ float xs[most_spheres], ys[most_spheres], zs[most_spheres], radii[most_spheres];
__constant__ float reds[most_spheres], greens[most_spheres], blues[most_spheres];

__global__ void render_kernel(int count, uchar4* pixels, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const float ray_x = x - width / 2;
  const float ray_y = y - height / 2;

  float r = 0, g = 0, b = 0, nearest = -INFINITY;
  for (int i = 0; i < count; ++i) {
    const float dx = ray_x - xs[i];
    const float dy = ray_y - ys[i];
    const float rest = radii[i] * radii[i] - dx * dx - dy * dy;
    if (rest <= 0) continue;
    const float dz = sqrtf(rest);
    if (zs[i] + dz <= nearest) continue;
    nearest = zs[i] + dz;
    const float shade = 255 * dz / radii[i];
    r = reds[i] * shade;
    g = greens[i] * shade;
    b = blues[i] * shade;
  }
  pixels[static_cast<size_t>(y) * width + x] = make_uchar4(r, g, b, 255);
}

void render_spheres(const Sphere* spheres, int count, uchar4* pixels, int width, int height) {
  if (width == 0 || height == 0) return;
  float x[most_spheres], y[most_spheres], z[most_spheres], radius[most_spheres];
  float r[most_spheres], g[most_spheres], b[most_spheres];
  for (int i = 0; i < count; ++i) {
    const Sphere& s = spheres[i];
    x[i] = s.x, y[i] = s.y, z[i] = s.z, radius[i] = s.radius, r[i] = s.r, g[i] = s.g, b[i] = s.b;
  }
  const size_t bytes = count * sizeof(float);
  cudaMemcpyToSymbol(xs, x, bytes);
  cudaMemcpyToSymbol(ys, y, bytes);
  cudaMemcpyToSymbol(zs, z, bytes);
  cudaMemcpyToSymbol(radii, radius, bytes);
  cudaMemcpyToSymbol(reds, r, bytes);
  cudaMemcpyToSymbol(greens, g, bytes);
  cudaMemcpyToSymbol(blues, b, bytes);
  const dim3 block(32, 8);
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  render_kernel<<<grid, block>>>(count, pixels, width, height);
}
