// One column a thread, sixteen rows deep: three pixels read for each new row, sums of the last rows in registers.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int rows_a_thread = 16;

template <cudaSurfaceBoundaryMode Mode>
__global__ void blur_kernel(cudaSurfaceObject_t in, cudaSurfaceObject_t out, int width, int height, bool copy_edges) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int first = (blockIdx.y * blockDim.y + threadIdx.y) * rows_a_thread;
  if (x >= width) return;
  float middle = 0, next_middle = 0;  // the pixel itself, for edges that are copied
  const auto across = [&](int y) {
    next_middle = surf2Dread<float>(in, x * 4, y, Mode);
    return surf2Dread<float>(in, (x - 1) * 4, y, Mode) + 2 * next_middle + surf2Dread<float>(in, (x + 1) * 4, y, Mode);
  };
  float above = across(first - 1), here = across(first);
  for (int y = first; y < first + rows_a_thread && y < height; ++y) {
    middle = next_middle;
    const float below = across(y + 1);
    float result = (above + 2 * here + below) / 16;
    if (copy_edges && (x == 0 || y == 0 || x == width - 1 || y == height - 1)) result = middle;
    surf2Dwrite(result, out, x * 4, y);
    above = here;
    here = below;
  }
}

void blur_surface(Picture in, Picture out, int width, int height, cudaSurfaceBoundaryMode mode) {
  if (width == 0 || height == 0) return;
  const dim3 block(64, 4);
  const int rows = rows_a_thread * block.y;
  const dim3 grid((width + block.x - 1) / block.x, (height + rows - 1) / rows);
  if (mode == cudaBoundaryModeZero) {
    blur_kernel<cudaBoundaryModeZero><<<grid, block>>>(in.surface, out.surface, width, height, false);
  } else {
    blur_kernel<cudaBoundaryModeClamp><<<grid, block>>>(in.surface, out.surface, width, height,
                                                        mode == cudaBoundaryModeTrap);
  }
}
