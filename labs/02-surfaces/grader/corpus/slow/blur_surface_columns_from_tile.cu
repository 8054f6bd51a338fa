// A shared tile, so each pixel is read about once; but lanes go down columns, a tile of 32 bytes for two pixels.
#include <cuda_runtime.h>

#include "tasks.h"

template <cudaSurfaceBoundaryMode Mode>
__global__ void blur_kernel(cudaSurfaceObject_t in, cudaSurfaceObject_t out, int width, int height, bool copy_edges) {
  __shared__ float tile[34][34];
  const int left = blockIdx.y * 32, top = blockIdx.x * 32;
  for (int column = threadIdx.y; column < 34; column += blockDim.y)
    for (int row = threadIdx.x; row < 34; row += blockDim.x)
      tile[column][row] = surf2Dread<float>(in, (left + column - 1) * 4, top + row - 1, Mode);
  __syncthreads();
  const int y = top + threadIdx.x;
  for (int column = threadIdx.y; column < 32; column += blockDim.y) {
    const int x = left + column;
    if (x >= width || y >= height) continue;
    const auto down = [&](int c) { return tile[c][threadIdx.x] + 2 * tile[c][threadIdx.x + 1] + tile[c][threadIdx.x + 2]; };
    float result = (down(column) + 2 * down(column + 1) + down(column + 2)) / 16;
    if (copy_edges && (x == 0 || y == 0 || x == width - 1 || y == height - 1))
      result = tile[column + 1][threadIdx.x + 1];
    surf2Dwrite(result, out, x * 4, y);
  }
}

void blur_surface(Picture in, Picture out, int width, int height, cudaSurfaceBoundaryMode mode) {
  if (width == 0 || height == 0) return;
  const dim3 block(32, 8);
  const dim3 grid((height + 31) / 32, (width + 31) / 32);
  if (mode == cudaBoundaryModeZero) {
    blur_kernel<cudaBoundaryModeZero><<<grid, block>>>(in.surface, out.surface, width, height, false);
  } else {
    blur_kernel<cudaBoundaryModeClamp><<<grid, block>>>(in.surface, out.surface, width, height,
                                                        mode == cudaBoundaryModeTrap);
  }
}
