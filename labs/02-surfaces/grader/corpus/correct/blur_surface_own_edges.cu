// Edges by arithmetic on the coordinates, as in linear memory; a thread makes a patch of four by four pixels.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int patch = 4;

__global__ void blur_kernel(cudaSurfaceObject_t in, cudaSurfaceObject_t out, int width, int height,
                            cudaSurfaceBoundaryMode mode) {
  const int left = patch * (blockIdx.x * blockDim.x + threadIdx.x);
  const int top = patch * (blockIdx.y * blockDim.y + threadIdx.y);
  if (left >= width || top >= height) return;
  float p[patch + 2][patch + 2];
  for (int row = 0; row < patch + 2; ++row) {
    const int y = top + row - 1, near_y = min(max(y, 0), height - 1);
    for (int column = 0; column < patch + 2; ++column) {
      const int x = left + column - 1, near_x = min(max(x, 0), width - 1);
      const bool outside = x != near_x || y != near_y;
      p[row][column] = outside && mode == cudaBoundaryModeZero ? 0 : surf2Dread<float>(in, near_x * 4, near_y);
    }
  }
  for (int row = 0; row < patch; ++row) {
    const int y = top + row;
    if (y >= height) return;
    for (int column = 0; column < patch; ++column) {
      const int x = left + column;
      const auto across = [&](int r) { return p[r][column] + 2 * p[r][column + 1] + p[r][column + 2]; };
      float result = (across(row) + 2 * across(row + 1) + across(row + 2)) / 16;
      const bool edge = x == 0 || y == 0 || x == width - 1 || y == height - 1;
      if (edge && mode == cudaBoundaryModeTrap) result = p[row + 1][column + 1];
      p[row][column] = result;  // the row above is not needed any more to the left of here
    }
    if (left + patch <= width) {
      surf2Dwrite(make_float4(p[row][0], p[row][1], p[row][2], p[row][3]), out, left * 4, y);
    } else {
      for (int column = 0; left + column < width; ++column) surf2Dwrite(p[row][column], out, (left + column) * 4, y);
    }
  }
}

void blur_surface(Picture in, Picture out, int width, int height, cudaSurfaceBoundaryMode mode) {
  if (width == 0 || height == 0) return;
  const dim3 block(16, 16);
  const int pixels = patch * 16;
  const dim3 grid((width + pixels - 1) / pixels, (height + pixels - 1) / pixels);
  blur_kernel<<<grid, block>>>(in.surface, out.surface, width, height, mode);
}
