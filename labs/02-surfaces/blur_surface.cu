// Task blur_surface: each pixel of a picture averaged with its neighbours, from one CUDA array into another.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int pixel_bytes = sizeof(float);

// The neighbour at (x, y), or what stands for it outside the picture.
__device__ float neighbour(cudaSurfaceObject_t in, int x, int y, int width, int height, cudaSurfaceBoundaryMode mode) {
  const bool outside = x < 0 || y < 0 || x >= width || y >= height;
  if (outside && mode == cudaBoundaryModeZero) return 0.0f;
  const int nearest_x = min(max(x, 0), width - 1), nearest_y = min(max(y, 0), height - 1);
  return surf2Dread<float>(in, nearest_x * pixel_bytes, nearest_y);
}

__global__ void blur_kernel(cudaSurfaceObject_t in, cudaSurfaceObject_t out, int width, int height,
                            cudaSurfaceBoundaryMode mode) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = 0;
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      const float weight = (2 - abs(dx)) * (2 - abs(dy));
      sum += weight * neighbour(in, x + dx, y + dy, width, height, mode);
    }
  }
  float result = sum / 16;
  if (mode == cudaBoundaryModeTrap && (x == 0 || y == 0 || x == width - 1 || y == height - 1))
    result = surf2Dread<float>(in, x * pixel_bytes, y);
  surf2Dwrite(result, out, x * pixel_bytes, y);
}

// TODO: read each pixel once or twice instead of nine times, and leave the edges to the boundary modes of the surface.
void blur_surface(Picture in, Picture out, int width, int height, cudaSurfaceBoundaryMode mode) {
  if (width == 0 || height == 0) return;  // a grid without blocks is refused
  const dim3 block(32, 8);
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  blur_kernel<<<grid, block>>>(in.surface, out.surface, width, height, mode);
}
