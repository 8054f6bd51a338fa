// A texture reads four pixels one by one, and one surface store writes them.
#include <cuda_runtime.h>

#include "tasks.h"

__global__ void copy_kernel(cudaTextureObject_t in, cudaSurfaceObject_t out, int width, int height) {
  const int x = 4 * (blockIdx.x * blockDim.x + threadIdx.x), y = blockIdx.y * blockDim.y + threadIdx.y;
  if (y >= height) return;
  if (x + 4 <= width) {
    const float4 four = make_float4(tex2D<float>(in, x, y), tex2D<float>(in, x + 1, y), tex2D<float>(in, x + 2, y),
                                    tex2D<float>(in, x + 3, y));
    surf2Dwrite(four, out, 4 * x, y);
  } else {
    for (int i = x; i < width; ++i) surf2Dwrite(tex2D<float>(in, i, y), out, 4 * i, y);
  }
}
void copy_surface(cudaSurfaceObject_t in, cudaSurfaceObject_t out, int width, int height) {
  if (width == 0 || height == 0) return;
  cudaResourceDesc resource;
  cudaGetSurfaceObjectResourceDesc(&resource, in);
  cudaTextureDesc description = {};
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &description, nullptr);
  const dim3 block(32, 8), grid((width + 127) / 128, (height + 7) / 8);
  copy_kernel<<<grid, block>>>(texture, out, width, height);
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(texture);
}
