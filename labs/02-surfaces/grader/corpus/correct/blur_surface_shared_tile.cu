// A block reads its pixels and the ring around them into shared memory, one by one, and blurs from there.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int tile_width = 32, tile_height = 16;

template <cudaSurfaceBoundaryMode Mode>
__global__ void blur_kernel(cudaSurfaceObject_t in, cudaSurfaceObject_t out, int width, int height, bool copy_edges) {
  __shared__ float tile[tile_height + 2][tile_width + 2];
  const int left = blockIdx.x * tile_width, top = blockIdx.y * tile_height;
  for (int row = threadIdx.y; row < tile_height + 2; row += blockDim.y)
    for (int column = threadIdx.x; column < tile_width + 2; column += blockDim.x)
      tile[row][column] = surf2Dread<float>(in, (left + column - 1) * 4, top + row - 1, Mode);
  __syncthreads();
  const int x = left + threadIdx.x;
  for (int row = threadIdx.y; row < tile_height; row += blockDim.y) {
    const int y = top + row;
    if (x >= width || y >= height) continue;
    const auto across = [&](int r) {
      return tile[r][threadIdx.x] + 2 * tile[r][threadIdx.x + 1] + tile[r][threadIdx.x + 2];
    };
    float result = (across(row) + 2 * across(row + 1) + across(row + 2)) / 16;
    if (copy_edges && (x == 0 || y == 0 || x == width - 1 || y == height - 1)) result = tile[row + 1][threadIdx.x + 1];
    surf2Dwrite(result, out, x * 4, y);
  }
}

void blur_surface(Picture in, Picture out, int width, int height, cudaSurfaceBoundaryMode mode) {
  if (width == 0 || height == 0) return;
  const dim3 block(32, 8);
  const dim3 grid((width + tile_width - 1) / tile_width, (height + tile_height - 1) / tile_height);
  if (mode == cudaBoundaryModeZero) {
    blur_kernel<cudaBoundaryModeZero><<<grid, block>>>(in.surface, out.surface, width, height, false);
  } else {
    blur_kernel<cudaBoundaryModeClamp><<<grid, block>>>(in.surface, out.surface, width, height,
                                                        mode == cudaBoundaryModeTrap);
  }
}
