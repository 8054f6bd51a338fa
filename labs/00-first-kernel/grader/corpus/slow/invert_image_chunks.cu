// Each thread takes a run of neighbouring pixels.
#include <cuda_runtime.h>

#include "tasks.h"

__host__ __device__ uchar4 inverted(uchar4 pixel) {
  return make_uchar4(255 - pixel.x, 255 - pixel.y, 255 - pixel.z, pixel.w);
}

__global__ void invert_kernel(uchar4* image, int pixels) {
  const int threads = gridDim.x * gridDim.y * blockDim.x * blockDim.y;
  const int thread = ((blockIdx.y * gridDim.x + blockIdx.x) * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  const int each = (pixels - 1) / threads + 1;
  for (int i = thread * each; i < (thread + 1) * each && i < pixels; ++i) image[i] = inverted(image[i]);
}

cudaError_t invert_image(uchar4* image, int width, int height, dim3 grid, dim3 block, cudaEvent_t done) {
  invert_kernel<<<grid, block>>>(image, width * height);
  const cudaError_t status = cudaGetLastError();
  return status == cudaSuccess ? cudaEventRecord(done) : status;
}
