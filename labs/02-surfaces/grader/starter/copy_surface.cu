// Task copy_surface: a picture copied from one CUDA array to another through two surfaces.
#include <cuda_runtime.h>

#include "tasks.h"

// x counts bytes in every surface function, y counts rows.
__global__ void copy_kernel(cudaSurfaceObject_t in, cudaSurfaceObject_t out, int width, int height) {
  const int y = blockIdx.x * blockDim.x + threadIdx.x;
  const int x = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    surf2Dwrite(surf2Dread<float>(in, x * sizeof(float), y), out, x * sizeof(float), y);
  }
}

// TODO: move 16 bytes with each access, and let the lanes of a warp lie side by side in tiles of 16 bytes by 2 rows.
void copy_surface(cudaSurfaceObject_t in, cudaSurfaceObject_t out, int width, int height) {
  if (width == 0 || height == 0) return;  // a grid without blocks is refused
  const dim3 block(32, 8);
  const dim3 grid((height + block.x - 1) / block.x, (width + block.y - 1) / block.y);
  copy_kernel<<<grid, block>>>(in, out, width, height);
}
