// Unpacks the array into linear memory with a kernel of its own: no copy of the runtime, the same detour.
#include <cuda_runtime.h>

#include "tasks.h"

__global__ void unpack(cudaSurfaceObject_t in, float* to, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) to[y * width + x] = surf2Dread<float>(in, x * 4, y);
}

__global__ void blur_kernel(const float* in, cudaSurfaceObject_t out, int width, int height,
                            cudaSurfaceBoundaryMode mode) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) {
      const int near_x = min(max(x + dx, 0), width - 1), near_y = min(max(y + dy, 0), height - 1);
      const bool outside = near_x != x + dx || near_y != y + dy;
      if (outside && mode == cudaBoundaryModeZero) continue;
      sum += (2 - abs(dx)) * (2 - abs(dy)) * in[near_y * width + near_x];
    }
  const bool edge = x == 0 || y == 0 || x == width - 1 || y == height - 1;
  surf2Dwrite(edge && mode == cudaBoundaryModeTrap ? in[y * width + x] : sum / 16, out, x * 4, y);
}

void blur_surface(Picture in, Picture out, int width, int height, cudaSurfaceBoundaryMode mode) {
  if (width == 0 || height == 0) return;
  float* unpacked;
  cudaMalloc(&unpacked, sizeof(float) * width * height);
  const dim3 block(32, 8);
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  unpack<<<grid, block>>>(in.surface, unpacked, width, height);
  blur_kernel<<<grid, block>>>(unpacked, out.surface, width, height, mode);
  cudaFree(unpacked);
}
