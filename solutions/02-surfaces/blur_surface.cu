// Solution of blur_surface: a thread walks down four columns and keeps the last rows in registers; what it lacks at
// the sides it gets from the lanes beside it.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int pixel_bytes = sizeof(float);
constexpr unsigned warp = 32, whole_warp = 0xffffffff;
constexpr int rows_a_thread = 8;

// Four pixels of row y from x on. Only a whole access is inside or outside, so the boundary mode sees to single pixels
// where the row ends among the four.
template <cudaSurfaceBoundaryMode Mode>
__device__ float4 read_four(cudaSurfaceObject_t in, int x, int y, int width) {
  if (x + 4 <= width) return surf2Dread<float4>(in, x * pixel_bytes, y, Mode);
  const auto pixel = [&](int i) { return surf2Dread<float>(in, (x + i) * pixel_bytes, y, Mode); };
  return make_float4(pixel(0), pixel(1), pixel(2), pixel(3));
}

// Row y weighted 1 2 1 across, for four pixels.
struct Row {
  float4 pixels, across;
};
template <cudaSurfaceBoundaryMode Mode>
__device__ Row read_row(cudaSurfaceObject_t in, int x, int y, int width) {
  const unsigned lane = threadIdx.x;
  const float4 p = read_four<Mode>(in, x, y, width);
  float left = __shfl_up_sync(whole_warp, p.w, 1), right = __shfl_down_sync(whole_warp, p.x, 1);
  // The outer neighbours of the warp's 128 pixels: one access for both ends.
  if (lane == 0 || lane == warp - 1) {
    const float outer = surf2Dread<float>(in, (lane == 0 ? x - 1 : x + 4) * pixel_bytes, y, Mode);
    (lane == 0 ? left : right) = outer;
  }
  return {p, make_float4(left + 2 * p.x + p.y, p.x + 2 * p.y + p.z, p.y + 2 * p.z + p.w, p.z + 2 * p.w + right)};
}

__device__ float4 weighted(const float4& above, const float4& here, const float4& below) {
  const auto down = [](float a, float b, float c) { return (a + 2 * b + c) / 16; };
  return make_float4(down(above.x, here.x, below.x), down(above.y, here.y, below.y), down(above.z, here.z, below.z),
                     down(above.w, here.w, below.w));
}

__device__ void write_four(cudaSurfaceObject_t out, int x, int y, int width, const float4& p) {
  if (x + 4 <= width) return surf2Dwrite(p, out, x * pixel_bytes, y);
  const float all[] = {p.x, p.y, p.z, p.w};
  for (int i = 0; i < 3; ++i)
    if (x + i < width) surf2Dwrite(all[i], out, (x + i) * pixel_bytes, y);
}

template <cudaSurfaceBoundaryMode Mode, bool CopyEdges>
__global__ void blur_kernel(cudaSurfaceObject_t in, cudaSurfaceObject_t out, int width, int height) {
  const int x = 4 * (blockIdx.x * warp + threadIdx.x);
  const int first = (blockIdx.y * blockDim.y + threadIdx.y) * rows_a_thread;
  if (first >= height) return;  // whole warps: lanes right of the picture stay, since their neighbours ask them
  const int end = min(first + rows_a_thread, height);
  Row above = read_row<Mode>(in, x, first - 1, width), here = read_row<Mode>(in, x, first, width);
  for (int y = first; y < end; ++y) {
    const Row below = read_row<Mode>(in, x, y + 1, width);
    float4 result = weighted(above.across, here.across, below.across);
    if (CopyEdges) {
      const bool row_edge = y == 0 || y == height - 1;
      if (row_edge || x == 0 || x == width - 1) result.x = here.pixels.x;
      if (row_edge || x + 1 == width - 1) result.y = here.pixels.y;
      if (row_edge || x + 2 == width - 1) result.z = here.pixels.z;
      if (row_edge || x + 3 == width - 1) result.w = here.pixels.w;
    }
    if (x < width) write_four(out, x, y, width, result);
    above = here;
    here = below;
  }
}

void blur_surface(Picture in, Picture out, int width, int height, cudaSurfaceBoundaryMode mode) {
  if (width == 0 || height == 0) return;
  const dim3 block(warp, 4);
  const int pixels = 4 * block.x, rows = rows_a_thread * block.y;
  const dim3 grid((width + pixels - 1) / pixels, (height + rows - 1) / rows);
  // Trap mode: clamped reads never trap, and the edges that would need them are copied.
  switch (mode) {
    case cudaBoundaryModeZero:
      return blur_kernel<cudaBoundaryModeZero, false><<<grid, block>>>(in.surface, out.surface, width, height);
    case cudaBoundaryModeClamp:
      return blur_kernel<cudaBoundaryModeClamp, false><<<grid, block>>>(in.surface, out.surface, width, height);
    case cudaBoundaryModeTrap:
      return blur_kernel<cudaBoundaryModeClamp, true><<<grid, block>>>(in.surface, out.surface, width, height);
  }
}
