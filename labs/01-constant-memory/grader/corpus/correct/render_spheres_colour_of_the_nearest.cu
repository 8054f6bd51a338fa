// First which sphere is nearest, then its colour.
#include <cuda_runtime.h>

#include "tasks.h"

__constant__ float4 shape[most_spheres];
__constant__ float rgb[most_spheres * 3];
__global__ void render_kernel(int count, uchar4* pixels, int width, int height) {
  for (long long i = blockIdx.x * 256ll + threadIdx.x; i < 1ll * width * height; i += gridDim.x * 256ll) {
    const int x = i % width - width / 2, y = i / width - height / 2;
    float best = -INFINITY, best_dz = 0;
    int hit = -1;
    for (int s = 0; s < count; ++s) {
      const float4 q = shape[s];
      const float rest = q.w * q.w - (x - q.x) * (x - q.x) - (y - q.y) * (y - q.y);
      if (!(rest > 0)) continue;
      const float dz = sqrtf(rest);
      if (q.z + dz > best) best = q.z + dz, best_dz = dz, hit = s;
    }
    float h = hit < 0 ? 0 : 255 * best_dz / shape[hit].w;
    pixels[i] = hit < 0 ? make_uchar4(0, 0, 0, 255)
                        : make_uchar4(rgb[3 * hit] * h, rgb[3 * hit + 1] * h, rgb[3 * hit + 2] * h, 255);
  }
}
void render_spheres(const Sphere* spheres, int count, uchar4* pixels, int width, int height) {
  if (width == 0 || height == 0) return;
  static float4 a[most_spheres];
  static float c[3 * most_spheres];
  for (int i = 0; i < count; ++i) {
    a[i] = make_float4(spheres[i].x, spheres[i].y, spheres[i].z, spheres[i].radius);
    c[3 * i] = spheres[i].r, c[3 * i + 1] = spheres[i].g, c[3 * i + 2] = spheres[i].b;
  }
  cudaMemcpyToSymbol(shape, a, count * sizeof(float4));
  cudaMemcpyToSymbol(rgb, c, count * 12);
  render_kernel<<<500, 256>>>(count, pixels, width, height);
}
