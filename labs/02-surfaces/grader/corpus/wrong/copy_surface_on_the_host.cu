// Calls the device function from host code, as if the surface were memory.
#include <cuda_runtime.h>

#include "tasks.h"

__global__ void copy_kernel(cudaSurfaceObject_t in, cudaSurfaceObject_t out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) surf2Dwrite(surf2Dread<float>(in, x * 4, y), out, x * 4, y);
}

void copy_surface(cudaSurfaceObject_t in, cudaSurfaceObject_t out, int width, int height) {
  if (width == 0 || height == 0) return;
  // A surface object is a number: taken for an address, it leads nowhere.
  const float* from = reinterpret_cast<const float*>(in);
  float* to = reinterpret_cast<float*>(out);
  for (int i = 0; i < width * height; ++i) to[i] = from[i];
  copy_kernel<<<1, 1>>>(in, out, 1, 1);
}
