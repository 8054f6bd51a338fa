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
    const auto across = [&](int r) {
      const float4 own = *reinterpret_cast<const float4*>(&tile[r][4 + 4 * quad]);
      const float before = tile[r][3 + 4 * quad], after = tile[r][8 + 4 * quad];
      return make_float4(before + 2 * own.x + own.y, own.x + 2 * own.y + own.z, own.y + 2 * own.z + own.w,
                         own.z + 2 * own.w + after);
    };
    const float4 above = across(row), here = across(row + 1), below = across(row + 2);
    const auto weighted = [](float a, float b, float c) { return (a + 2 * b + c) / 16; };
    const float4 same = *reinterpret_cast<const float4*>(&tile[row + 1][4 + 4 * quad]);
    const auto kept = [&](int k) { return copy_edges && (x + k == 0 || y == 0 || x + k == width - 1 || y == height - 1); };
    const float4 result = make_float4(kept(0) ? same.x : weighted(above.x, here.x, below.x),
                                      kept(1) ? same.y : weighted(above.y, here.y, below.y),
                                      kept(2) ? same.z : weighted(above.z, here.z, below.z),
                                      kept(3) ? same.w : weighted(above.w, here.w, below.w));
    if (x + 4 <= width) {
      surf2Dwrite(result, out, x * 4, y);
    } else {
      surf2Dwrite(result.x, out, x * 4, y);
      if (x + 1 < width) surf2Dwrite(result.y, out, (x + 1) * 4, y);
      if (x + 2 < width) surf2Dwrite(result.z, out, (x + 2) * 4, y);
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
