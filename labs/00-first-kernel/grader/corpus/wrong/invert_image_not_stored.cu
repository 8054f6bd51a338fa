// A copy of the pixel is inverted, and nobody stores it.
#include <cuda_runtime.h>

#include "tasks.h"

__host__ __device__ uchar4 inverted(uchar4 pixel) {
  return make_uchar4(255 - pixel.x, 255 - pixel.y, 255 - pixel.z, pixel.w);
}

__global__ void invert_kernel(uchar4* image, int width, int height) {
  const int across = gridDim.x * blockDim.x, down = gridDim.y * blockDim.y;
  for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += down)
    for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < width; x += across) {
      uchar4 pixel = image[y * width + x];
      pixel = inverted(pixel);
    }
}

cudaError_t invert_image(uchar4* image, int width, int height, dim3 grid, dim3 block, cudaEvent_t done) {
  invert_kernel<<<grid, block>>>(image, width, height);
  const cudaError_t status = cudaGetLastError();
  if (status == cudaSuccess) cudaEventRecord(done);
  return status;
}
