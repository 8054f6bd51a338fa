// A thread walks down four columns; while it works on a row, the loads of the one after next are on their way.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int pixel_bytes = sizeof(float);
constexpr unsigned warp = 32, whole_warp = 0xffffffff;
constexpr int rows_a_thread = 16;

// What one lane loads of a row: its four pixels and, in the first and the last lane, the one beside the warp's.
struct Loads {
  float4 four;
  float beside;
};

struct Row {
  float pixels[4], across[4];
};

template <cudaSurfaceBoundaryMode Mode>
__device__ Loads load_row(cudaSurfaceObject_t in, int x, int y, int width) {
  const auto pixel = [&](int at) { return surf2Dread<float>(in, at * pixel_bytes, y, Mode); };
  Loads loads;
  loads.beside = 0;
  if (threadIdx.x == 0 || threadIdx.x == warp - 1) loads.beside = pixel(threadIdx.x == 0 ? x - 1 : x + 4);
  if (x + 4 <= width) {
    loads.four = surf2Dread<float4>(in, x * pixel_bytes, y, Mode);
  } else {
    loads.four = make_float4(pixel(x), pixel(x + 1), pixel(x + 2), pixel(x + 3));
  }
  return loads;
}

__device__ Row row_of(const Loads& loads) {
  const float4 p = loads.four;
  float left = __shfl_up_sync(whole_warp, p.w, 1), right = __shfl_down_sync(whole_warp, p.x, 1);
  if (threadIdx.x == 0) left = loads.beside;
  if (threadIdx.x == warp - 1) right = loads.beside;
  return {{p.x, p.y, p.z, p.w},
          {left + 2 * p.x + p.y, p.x + 2 * p.y + p.z, p.y + 2 * p.z + p.w, p.z + 2 * p.w + right}};
}

template <cudaSurfaceBoundaryMode Mode, bool CopyEdges>
__global__ void blur_kernel(cudaSurfaceObject_t in, cudaSurfaceObject_t out, int width, int height) {
  const int x = 4 * (blockIdx.x * warp + threadIdx.x);
  const int first = (blockIdx.y * blockDim.y + threadIdx.y) * rows_a_thread;
  if (first >= height) return;
  const int end = min(first + rows_a_thread, height);
  const Loads above_loads = load_row<Mode>(in, x, first - 1, width), here_loads = load_row<Mode>(in, x, first, width);
  Loads next = load_row<Mode>(in, x, first + 1, width);
  Row above = row_of(above_loads), here = row_of(here_loads);
  for (int y = first; y < end; ++y) {
    const Loads loaded = next;
    if (y + 1 < end) next = load_row<Mode>(in, x, y + 2, width);
    const Row below = row_of(loaded);
    float result[4];
    for (int i = 0; i < 4; ++i) {
      const bool edge = x + i == 0 || y == 0 || x + i == width - 1 || y == height - 1;
      result[i] = CopyEdges && edge ? here.pixels[i] : (above.across[i] + 2 * here.across[i] + below.across[i]) / 16;
    }
    if (x + 4 <= width) {
      surf2Dwrite(make_float4(result[0], result[1], result[2], result[3]), out, x * pixel_bytes, y);
    } else {
      for (int i = 0; i < 4; ++i)
        if (x + i < width) surf2Dwrite(result[i], out, (x + i) * pixel_bytes, y);
    }
    above = here;
    here = below;
  }
}

void blur_surface(Picture in, Picture out, int width, int height, cudaSurfaceBoundaryMode mode) {
  if (width == 0 || height == 0) return;
  const dim3 block(warp, 4);
  const int columns = 4 * block.x, rows = rows_a_thread * block.y;
  const dim3 grid((width + columns - 1) / columns, (height + rows - 1) / rows);
  switch (mode) {
    case cudaBoundaryModeZero:
      return blur_kernel<cudaBoundaryModeZero, false><<<grid, block>>>(in.surface, out.surface, width, height);
    case cudaBoundaryModeClamp:
      return blur_kernel<cudaBoundaryModeClamp, false><<<grid, block>>>(in.surface, out.surface, width, height);
    case cudaBoundaryModeTrap:
      return blur_kernel<cudaBoundaryModeClamp, true><<<grid, block>>>(in.surface, out.surface, width, height);
  }
}
