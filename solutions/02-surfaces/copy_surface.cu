// Solution of copy_surface: 16 bytes a lane, and a warp that fills whole tiles.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int pixel_bytes = sizeof(float);

// A surface moves bytes and asks for no type: uint4 stands for any four pixels of a row. A thread takes the four whose
// first is x; where the row ends among them, it takes those that there are.
__global__ void copy_kernel(cudaSurfaceObject_t in, cudaSurfaceObject_t out, int width, int height) {
  const int x = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  if (x + 4 <= width) {
    surf2Dwrite(surf2Dread<uint4>(in, x * pixel_bytes, y), out, x * pixel_bytes, y);
  } else {
    for (int last = x; last < width; ++last)
      surf2Dwrite(surf2Dread<float>(in, last * pixel_bytes, y), out, last * pixel_bytes, y);
  }
}

void copy_surface(cudaSurfaceObject_t in, cudaSurfaceObject_t out, int width, int height) {
  if (width == 0 || height == 0) return;
  // Four lanes in a row: a warp is 64 bytes by 8 rows, and the 8 lanes of a request fill four tiles of two rows.
  const dim3 block(4, 64);
  const int pixels = 4 * block.x;
  const dim3 grid((width + pixels - 1) / pixels, (height + block.y - 1) / block.y);
  copy_kernel<<<grid, block>>>(in, out, width, height);
}
