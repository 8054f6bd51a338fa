// Four pixels a thread, 18 narrow reads for them: each lane pays for a tile of its own.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int pixel_bytes = sizeof(float);

struct Six {
  float p[6];
};

// Pixels x - 1 to x + 4 of row y; the boundary mode sees to those that are not there. A wide access is inside or
// outside as a whole, so the end of a row is read pixel by pixel.
template <cudaSurfaceBoundaryMode Mode>
__device__ Six six_around(cudaSurfaceObject_t in, int x, int y, int width) {
  const auto pixel = [&](int at) { return surf2Dread<float>(in, at * pixel_bytes, y, Mode); };
  if (x + 4 <= width) {
    return {{pixel(x - 1), pixel(x), pixel(x + 1), pixel(x + 2), pixel(x + 3), pixel(x + 4)}};
  }
  return {{pixel(x - 1), pixel(x), pixel(x + 1), pixel(x + 2), pixel(x + 3), pixel(x + 4)}};
}

template <cudaSurfaceBoundaryMode Mode>
__global__ void blur_kernel(cudaSurfaceObject_t in, cudaSurfaceObject_t out, int width, int height, bool copy_edges) {
  const int x = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const Six above = six_around<Mode>(in, x, y - 1, width), here = six_around<Mode>(in, x, y, width),
            below = six_around<Mode>(in, x, y + 1, width);
  float result[4];
  for (int i = 0; i < 4; ++i) {
    const auto across = [i](const Six& row) { return row.p[i] + 2 * row.p[i + 1] + row.p[i + 2]; };
    result[i] = (across(above) + 2 * across(here) + across(below)) / 16;
    const bool edge = x + i == 0 || y == 0 || x + i == width - 1 || y == height - 1;
    if (copy_edges && edge) result[i] = here.p[i + 1];
  }
  if (x + 4 <= width) {
    surf2Dwrite(make_float4(result[0], result[1], result[2], result[3]), out, x * pixel_bytes, y);
  } else {
    for (int i = 0; x + i < width; ++i) surf2Dwrite(result[i], out, (x + i) * pixel_bytes, y);
  }
}

void blur_surface(Picture in, Picture out, int width, int height, cudaSurfaceBoundaryMode mode) {
  if (width == 0 || height == 0) return;
  const dim3 block(32, 8);
  const dim3 grid((width + 4 * block.x - 1) / (4 * block.x), (height + block.y - 1) / block.y);
  if (mode == cudaBoundaryModeZero) {
    blur_kernel<cudaBoundaryModeZero><<<grid, block>>>(in.surface, out.surface, width, height, false);
  } else {
    blur_kernel<cudaBoundaryModeClamp>
        <<<grid, block>>>(in.surface, out.surface, width, height, mode == cudaBoundaryModeTrap);
  }
}
