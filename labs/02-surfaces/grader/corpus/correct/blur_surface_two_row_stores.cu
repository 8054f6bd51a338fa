// A tile of 64 by 32 in shared memory; a thread blurs and stores four pixels, eight lanes to a pair of rows, so that every
// request fills whole tiles of the array.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int quads = 16, tile_width = 4 * quads, tile_height = 32;

template <cudaSurfaceBoundaryMode Mode>
__device__ float4 read_four(cudaSurfaceObject_t in, int x, int y, int width) {
  if (x + 4 <= width) return surf2Dread<float4>(in, x * 4, y, Mode);
  const auto pixel = [&](int at) { return surf2Dread<float>(in, at * 4, y, Mode); };
  return make_float4(pixel(x), pixel(x + 1), pixel(x + 2), pixel(x + 3));
}

template <cudaSurfaceBoundaryMode Mode>
__global__ void blur_kernel(cudaSurfaceObject_t in, cudaSurfaceObject_t out, int width, int height, bool copy_edges) {
  // Four floats of room at the left, so that the groups of four lie at whole multiples of 16 bytes.
  __shared__ __align__(16) float tile[tile_height + 2][tile_width + 8];
  const int left = blockIdx.x * tile_width, top = blockIdx.y * tile_height, me = threadIdx.x;
  for (int i = me; i < (tile_height + 2) * quads; i += blockDim.x) {
    const int row = i / (2 * quads) * 2 + i % 2, quad = i / 2 % quads;  // neighbours in a warp: two rows of a group
    if (row >= tile_height + 2) continue;
    *reinterpret_cast<float4*>(&tile[row][4 + 4 * quad]) = read_four<Mode>(in, left + 4 * quad, top + row - 1, width);
  }
  for (int i = me; i < 2 * (tile_height + 2); i += blockDim.x) {
    const int row = i / 2, x = i % 2 == 0 ? -1 : tile_width;
    tile[row][4 + x] = surf2Dread<float>(in, (left + x) * 4, top + row - 1, Mode);
  }
  __syncthreads();
  for (int i = me; i < tile_height * quads; i += blockDim.x) {
    const int row = i / (2 * quads) * 2 + i % 2, quad = i / 2 % quads;
    const int x = left + 4 * quad, y = top + row;
    if (x >= width || y >= height) continue;
    float result[4];
    for (int k = 0; k < 4; ++k) {
      const int c = 4 + 4 * quad + k;
      const auto across = [&](int r) { return tile[r][c - 1] + 2 * tile[r][c] + tile[r][c + 1]; };
      result[k] = (across(row) + 2 * across(row + 1) + across(row + 2)) / 16;
      const bool edge = x + k == 0 || y == 0 || x + k == width - 1 || y == height - 1;
      if (copy_edges && edge) result[k] = tile[row + 1][c];
    }
    if (x + 4 <= width) {
      surf2Dwrite(make_float4(result[0], result[1], result[2], result[3]), out, x * 4, y);
    } else {
      for (int k = 0; k < 4; ++k)
        if (x + k < width) surf2Dwrite(result[k], out, (x + k) * 4, y);
    }
  }
}

void blur_surface(Picture in, Picture out, int width, int height, cudaSurfaceBoundaryMode mode) {
  if (width == 0 || height == 0) return;
  const dim3 grid((width + tile_width - 1) / tile_width, (height + tile_height - 1) / tile_height);
  if (mode == cudaBoundaryModeZero) {
    blur_kernel<cudaBoundaryModeZero><<<grid, 256>>>(in.surface, out.surface, width, height, false);
  } else {
    blur_kernel<cudaBoundaryModeClamp><<<grid, 256>>>(in.surface, out.surface, width, height,
                                                      mode == cudaBoundaryModeTrap);
  }
}
