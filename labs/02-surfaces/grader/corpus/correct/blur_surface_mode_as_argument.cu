// The boundary mode is an ordinary argument; a tile of 34 by 18 pixels is read in shared memory.
#include <cuda_runtime.h>

#include "tasks.h"

__global__ void blur_kernel(cudaSurfaceObject_t in, cudaSurfaceObject_t out, int width, int height,
                            cudaSurfaceBoundaryMode mode) {
  __shared__ float t[18][34];
  const bool trap = mode == cudaBoundaryModeTrap;
  const int x0 = blockIdx.x * 32, y0 = blockIdx.y * 16;
  for (int i = threadIdx.y * 32 + threadIdx.x; i < 18 * 34; i += 512)
    t[i / 34][i % 34] =
        surf2Dread<float>(in, 4 * (x0 + i % 34 - 1), y0 + i / 34 - 1, trap ? cudaBoundaryModeClamp : mode);
  __syncthreads();
  const int x = x0 + threadIdx.x, y = y0 + threadIdx.y;
  if (x >= width || y >= height) return;
  float s = 0;
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b) s += (2 - abs(a - 1)) * (2 - abs(b - 1)) * t[threadIdx.y + a][threadIdx.x + b];
  const bool edge = trap && (x == 0 || y == 0 || x == width - 1 || y == height - 1);
  surf2Dwrite(edge ? t[threadIdx.y + 1][threadIdx.x + 1] : s / 16, out, x * 4, y);
}
void blur_surface(Picture in, Picture out, int width, int height, cudaSurfaceBoundaryMode mode) {
  if (width == 0 || height == 0) return;
  blur_kernel<<<dim3((width + 31) / 32, (height + 15) / 16), dim3(32, 16)>>>(in.surface, out.surface, width, height,
                                                                             mode);
}
