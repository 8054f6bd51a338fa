// A surface moves bytes: two long long stand for four floats. Tail and body are two kernels.
#include <cuda_runtime.h>

#include "tasks.h"

__global__ void copy_body(cudaSurfaceObject_t in, cudaSurfaceObject_t out, int width, int height) {
  const int x = 16 * (blockIdx.x * blockDim.x + threadIdx.x);  // bytes
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x / 4 + 4 <= width && y < height) surf2Dwrite(surf2Dread<longlong2>(in, x, y), out, x, y);
}

__global__ void copy_tail(cudaSurfaceObject_t in, cudaSurfaceObject_t out, int width, int height) {
  const int x = width / 4 * 4 + threadIdx.x, y = blockIdx.x * blockDim.y + threadIdx.y;
  if (x < width && y < height) surf2Dwrite(surf2Dread<float>(in, x * 4, y), out, x * 4, y);
}

void copy_surface(cudaSurfaceObject_t in, cudaSurfaceObject_t out, int width, int height) {
  if (width == 0 || height == 0) return;
  const dim3 block(16, 16);
  const dim3 grid((width / 4 + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  if (width >= 4) copy_body<<<grid, block>>>(in, out, width, height);
  if (width % 4 != 0) copy_tail<<<(height + 63) / 64, dim3(4, 64)>>>(in, out, width, height);
}
