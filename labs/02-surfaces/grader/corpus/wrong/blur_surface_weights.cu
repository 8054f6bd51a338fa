// Weights of 1 throughout, divided by nine.
#include <cuda_runtime.h>

#include "tasks.h"

template <cudaSurfaceBoundaryMode Mode>
__device__ float nine(cudaSurfaceObject_t in, int x, int y) {
  float sum = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      sum += surf2Dread<float>(in, (x + dx) * 4, y + dy, Mode);
  return sum / 9;
}

template <cudaSurfaceBoundaryMode Mode>
__global__ void blur_kernel(cudaSurfaceObject_t in, cudaSurfaceObject_t out, int width, int height, bool copy_edges) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const bool edge = x == 0 || y == 0 || x == width - 1 || y == height - 1;
  surf2Dwrite(copy_edges && edge ? surf2Dread<float>(in, x * 4, y) : nine<Mode>(in, x, y), out, x * 4, y);
}

void blur_surface(Picture in, Picture out, int width, int height, cudaSurfaceBoundaryMode mode) {
  if (width == 0 || height == 0) return;
  const dim3 block(32, 8);
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  if (mode == cudaBoundaryModeZero) {
    blur_kernel<cudaBoundaryModeZero><<<grid, block>>>(in.surface, out.surface, width, height, false);
  } else {
    blur_kernel<cudaBoundaryModeClamp><<<grid, block>>>(in.surface, out.surface, width, height,
                                                        mode == cudaBoundaryModeTrap);
  }
}
