// Solution of blur_surface: a block blurs a tile of 64 by 32 pixels, which it holds in shared memory with what is around
// it. A thread has four pixels in a row, a warp two whole rows of the tile.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int pixel_bytes = sizeof(float);
constexpr unsigned whole_warp = 0xffffffff;
constexpr int threads = 256;
constexpr int quads = 16;  // groups of four pixels in a row of the tile
constexpr int tile_width = 4 * quads, tile_height = 32;
// One row more above and below would do. Two keep the pairs of rows together that are tiles of the array.
constexpr int around = 2;
constexpr int rows = around + tile_height + around;
// Rows lie 16 banks apart: eight lanes with four groups in each of two rows find 32 different banks.
constexpr int row_quads = quads + 4;

// Group i of four pixels, counted so that neighbours are in two rows by turns: eight of them, a request, are then four
// whole tiles of the array instead of halves of eight.
struct Place {
  int row, quad;
  __device__ explicit Place(int i) : row(i / (2 * quads) * 2 + i % 2), quad(i / 2 % quads) {}
};

template <cudaSurfaceBoundaryMode Mode>
__device__ float4 read_four(cudaSurfaceObject_t in, int x, int y, int width) {
  if (x + 4 <= width) return surf2Dread<float4>(in, x * pixel_bytes, y, Mode);
  // Only a whole access is inside or outside: where the row ends, the boundary mode has to see single pixels.
  const auto pixel = [&](int at) { return surf2Dread<float>(in, at * pixel_bytes, y, Mode); };
  return make_float4(pixel(x), pixel(x + 1), pixel(x + 2), pixel(x + 3));
}

__device__ void write_four(float4 four, cudaSurfaceObject_t out, int x, int y, int width) {
  if (x + 4 <= width) {
    surf2Dwrite(four, out, x * pixel_bytes, y);
    return;
  }
  if (x < width) surf2Dwrite(four.x, out, x * pixel_bytes, y);
  if (x + 1 < width) surf2Dwrite(four.y, out, (x + 1) * pixel_bytes, y);
  if (x + 2 < width) surf2Dwrite(four.z, out, (x + 2) * pixel_bytes, y);
}

struct Tile {
  float4 four[rows][row_quads];
  float left[rows], right[rows];  // the pixels beside each row
};

// Four neighbours in a row of the tile, each weighted 1 2 1 with the pixels beside it. The lanes of the neighbouring
// groups have those, except at the ends of the row.
__device__ float4 across(const Tile& tile, int row, int quad) {
  const float4 own = tile.four[row][quad];
  float left = __shfl_up_sync(whole_warp, own.w, 2), right = __shfl_down_sync(whole_warp, own.x, 2);
  if (quad == 0) left = tile.left[row];
  if (quad == quads - 1) right = tile.right[row];
  return make_float4(left + 2 * own.x + own.y, own.x + 2 * own.y + own.z, own.y + 2 * own.z + own.w,
                     own.z + 2 * own.w + right);
}

template <cudaSurfaceBoundaryMode Mode, bool CopyEdges>
__global__ void blur_kernel(cudaSurfaceObject_t in, cudaSurfaceObject_t out, int width, int height) {
  __shared__ Tile tile;
  const int left = blockIdx.x * tile_width, top = blockIdx.y * tile_height;
  for (int i = threadIdx.x; i < rows * quads; i += threads) {
    const Place at(i);
    tile.four[at.row][at.quad] = read_four<Mode>(in, left + 4 * at.quad, top + at.row - around, width);
  }
  for (int i = threadIdx.x; i < 2 * rows; i += threads) {
    const int row = i % rows, x = i < rows ? left - 1 : left + tile_width;
    (i < rows ? tile.left : tile.right)[row] = surf2Dread<float>(in, x * pixel_bytes, top + row - around, Mode);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < tile_height * quads; i += threads) {  // whole warps, also right of the picture
    const Place at(i);
    const int x = left + 4 * at.quad, y = top + at.row, row = around + at.row;
    const float4 a = across(tile, row - 1, at.quad), b = across(tile, row, at.quad), c = across(tile, row + 1, at.quad);
    float4 result = make_float4((a.x + 2 * b.x + c.x) / 16, (a.y + 2 * b.y + c.y) / 16, (a.z + 2 * b.z + c.z) / 16,
                                (a.w + 2 * b.w + c.w) / 16);
    if (CopyEdges) {
      const float4 own = tile.four[row][at.quad];
      const auto edge = [&](int k) { return y == 0 || y == height - 1 || x + k == 0 || x + k == width - 1; };
      if (edge(0)) result.x = own.x;
      if (edge(1)) result.y = own.y;
      if (edge(2)) result.z = own.z;
      if (edge(3)) result.w = own.w;
    }
    if (y < height) write_four(result, out, x, y, width);
  }
}

void blur_surface(Picture in, Picture out, int width, int height, cudaSurfaceBoundaryMode mode) {
  if (width == 0 || height == 0) return;
  const dim3 grid((width + tile_width - 1) / tile_width, (height + tile_height - 1) / tile_height);
  // Trap mode: clamped reads never trap, and the edges that would need them are copied.
  switch (mode) {
    case cudaBoundaryModeZero:
      return blur_kernel<cudaBoundaryModeZero, false><<<grid, threads>>>(in.surface, out.surface, width, height);
    case cudaBoundaryModeClamp:
      return blur_kernel<cudaBoundaryModeClamp, false><<<grid, threads>>>(in.surface, out.surface, width, height);
    case cudaBoundaryModeTrap:
      return blur_kernel<cudaBoundaryModeClamp, true><<<grid, threads>>>(in.surface, out.surface, width, height);
  }
}
