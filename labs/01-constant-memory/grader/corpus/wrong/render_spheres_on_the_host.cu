// Draws the picture on the host and copies it to the device.
#include <cuda_runtime.h>

#include <cmath>
#include <vector>

#include "tasks.h"

void render_spheres(const Sphere* spheres, int count, uchar4* pixels, int width, int height) {
  std::vector<uchar4> picture;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const float ray_x = x - width / 2;
      const float ray_y = y - height / 2;
      float r = 0, g = 0, b = 0, nearest = -INFINITY;
      for (int i = 0; i < count; ++i) {
        const float dx = ray_x - spheres[i].x;
        const float dy = ray_y - spheres[i].y;
        const float rest = spheres[i].radius * spheres[i].radius - dx * dx - dy * dy;
        if (rest <= 0) continue;
        const float dz = std::sqrt(rest);
        if (spheres[i].z + dz <= nearest) continue;
        nearest = spheres[i].z + dz;
        const float shade = 255 * dz / spheres[i].radius;
        r = spheres[i].r * shade;
        g = spheres[i].g * shade;
        b = spheres[i].b * shade;
      }
      picture.push_back(make_uchar4(r, g, b, 255));
    }
  }
  cudaMemcpy(pixels, picture.data(), picture.size() * sizeof(uchar4), cudaMemcpyHostToDevice);
}
