// Wide reads where a ragged row ends: zero mode drops the whole access, and clamp mode moves it, pixels that exist included.
#include <cuda_runtime.h>

#include "tasks.h"

template <cudaSurfaceBoundaryMode Mode>
__global__ void blur_kernel(cudaSurfaceObject_t in, cudaSurfaceObject_t out, int width, int height, bool copy_edges) {
  const int x = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float p[3][6];
  for (int row = 0; row < 3; ++row) {
    const float4 four = surf2Dread<float4>(in, x * 4, y + row - 1, Mode);
    p[row][0] = surf2Dread<float>(in, (x - 1) * 4, y + row - 1, Mode);
    p[row][1] = four.x, p[row][2] = four.y, p[row][3] = four.z, p[row][4] = four.w;
    p[row][5] = surf2Dread<float>(in, (x + 4) * 4, y + row - 1, Mode);
  }
  for (int i = 0; i < 4 && x + i < width; ++i) {
    const auto across = [&](int r) { return p[r][i] + 2 * p[r][i + 1] + p[r][i + 2]; };
    const bool edge = x + i == 0 || y == 0 || x + i == width - 1 || y == height - 1;
    surf2Dwrite(copy_edges && edge ? p[1][i + 1] : (across(0) + 2 * across(1) + across(2)) / 16, out, (x + i) * 4, y);
  }
}

void blur_surface(Picture in, Picture out, int width, int height, cudaSurfaceBoundaryMode mode) {
  if (width == 0 || height == 0) return;
  const dim3 block(32, 8);
  const dim3 grid((width + 4 * block.x - 1) / (4 * block.x), (height + block.y - 1) / block.y);
  if (mode == cudaBoundaryModeZero) {
    blur_kernel<cudaBoundaryModeZero><<<grid, block>>>(in.surface, out.surface, width, height, false);
  } else {
    blur_kernel<cudaBoundaryModeClamp><<<grid, block>>>(in.surface, out.surface, width, height,
                                                        mode == cudaBoundaryModeTrap);
  }
}
