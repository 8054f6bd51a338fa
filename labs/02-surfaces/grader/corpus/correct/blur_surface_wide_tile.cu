// A tile of 128 by 16 in shared memory, its inside read in groups of four, its sides by the first lanes.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int tile_width = 128, tile_height = 16;

template <cudaSurfaceBoundaryMode Mode>
__global__ void blur_kernel(cudaSurfaceObject_t in, cudaSurfaceObject_t out, int width, int height, bool copy_edges) {
  __shared__ float tile[tile_height + 2][tile_width + 2];
  const int left = blockIdx.x * tile_width, top = blockIdx.y * tile_height;
  for (int row = threadIdx.y; row < tile_height + 2; row += blockDim.y) {
    const int y = top + row - 1, x = left + 4 * threadIdx.x;
    float* to = &tile[row][4 * threadIdx.x + 1];
    if (x + 4 <= width) {
      const float4 four = surf2Dread<float4>(in, x * 4, y, Mode);
      to[0] = four.x, to[1] = four.y, to[2] = four.z, to[3] = four.w;
    } else {
      for (int i = 0; i < 4; ++i) to[i] = surf2Dread<float>(in, (x + i) * 4, y, Mode);
    }
    if (threadIdx.x < 2) {
      const int column = threadIdx.x * (tile_width + 1);
      tile[row][column] = surf2Dread<float>(in, (left + column - 1) * 4, y, Mode);
    }
  }
  __syncthreads();
  for (int row = threadIdx.y; row < tile_height; row += blockDim.y) {
    const int y = top + row;
    // Single pixels again, so that a warp's lanes lie side by side whatever the width.
    for (int column = threadIdx.x; column < tile_width; column += blockDim.x) {
      const int x = left + column;
      if (x >= width || y >= height) continue;
      const auto across = [&](int r) { return tile[r][column] + 2 * tile[r][column + 1] + tile[r][column + 2]; };
      float result = (across(row) + 2 * across(row + 1) + across(row + 2)) / 16;
      if (copy_edges && (x == 0 || y == 0 || x == width - 1 || y == height - 1)) result = tile[row + 1][column + 1];
      surf2Dwrite(result, out, x * 4, y);
    }
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
