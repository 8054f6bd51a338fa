// A thread walks down four columns and keeps the last rows in registers; what it lacks at the sides it gets from the lanes
// beside it: fewer requests than with shared memory, and each waits for the one before.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int pixel_bytes = sizeof(float);
constexpr unsigned warp = 32, whole_warp = 0xffffffff;
constexpr int rows_a_thread = 8;

// Four pixels of a row, and the same weighted 1 2 1 with their neighbours in it.
struct Row {
  float pixels[4], across[4];
};

template <cudaSurfaceBoundaryMode Mode>
__device__ Row read_row(cudaSurfaceObject_t in, int x, int y, int width) {
  const auto pixel = [&](int at) { return surf2Dread<float>(in, at * pixel_bytes, y, Mode); };
  float around[6];  // pixels x - 1 to x + 4
  if (x + 4 <= width) {
    const float4 four = surf2Dread<float4>(in, x * pixel_bytes, y, Mode);
    around[1] = four.x, around[2] = four.y, around[3] = four.z, around[4] = four.w;
  } else {
    // Only a whole access is inside or outside: where the row ends, the boundary mode has to see single pixels.
    for (int i = 0; i < 4; ++i) around[1 + i] = pixel(x + i);
  }
  around[0] = __shfl_up_sync(whole_warp, around[4], 1);
  around[5] = __shfl_down_sync(whole_warp, around[1], 1);
  // The ends of the warp's 128 pixels have no lane beside them.
  if (threadIdx.x == 0) around[0] = pixel(x - 1);
  if (threadIdx.x == warp - 1) around[5] = pixel(x + 4);
  Row row;
  for (int i = 0; i < 4; ++i) {
    row.pixels[i] = around[i + 1];
    row.across[i] = around[i] + 2 * around[i + 1] + around[i + 2];
  }
  return row;
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
