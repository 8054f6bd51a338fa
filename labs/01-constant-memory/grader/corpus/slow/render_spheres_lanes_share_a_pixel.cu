// A warp for each pixel: its lanes look at different spheres, and the nearest hit is found by shuffles.
#include <cuda_runtime.h>

#include "tasks.h"

__constant__ Sphere table[most_spheres];

__global__ void render_kernel(int count, uchar4* pixels, int width, int height) {
  const int pixel = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (pixel >= width * height) return;
  const float ray_x = pixel % width - width / 2;
  const float ray_y = pixel / width - height / 2;
  float nearest = -INFINITY, shade = 0;
  int hit = -1;
  for (int i = lane; i < count; i += 32) {
    const float dx = ray_x - table[i].x;
    const float dy = ray_y - table[i].y;
    const float rest = table[i].radius * table[i].radius - dx * dx - dy * dy;
    if (rest <= 0) continue;
    const float dz = sqrtf(rest);
    if (table[i].z + dz <= nearest) continue;
    nearest = table[i].z + dz;
    shade = 255 * dz / table[i].radius;
    hit = i;
  }
  for (int step = 16; step > 0; step /= 2) {
    const float other = __shfl_down_sync(0xffffffffu, nearest, step);
    const float other_shade = __shfl_down_sync(0xffffffffu, shade, step);
    const int other_hit = __shfl_down_sync(0xffffffffu, hit, step);
    if (other > nearest) nearest = other, shade = other_shade, hit = other_hit;
  }
  if (lane != 0) return;
  uchar4 colour = make_uchar4(0, 0, 0, 255);
  if (hit >= 0) colour = make_uchar4(table[hit].r * shade, table[hit].g * shade, table[hit].b * shade, 255);
  pixels[pixel] = colour;
}

void render_spheres(const Sphere* spheres, int count, uchar4* pixels, int width, int height) {
  if (width == 0 || height == 0) return;
  cudaMemcpyToSymbol(table, spheres, count * sizeof(Sphere));
  const int pixels_a_block = 8, all = width * height;
  render_kernel<<<all / pixels_a_block + (all % pixels_a_block != 0), 32 * pixels_a_block>>>(count, pixels, width,
                                                                                              height);
}
