// The runtime copies the image, and a kernel scales the copy in place: every pixel is moved twice, the first time by nobody's
// kernel.
#include <cuda_runtime.h>

#include "tasks.h"

__global__ void scale_kernel(float* image, std::size_t pitch, int width, int height, float gain) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    float* row = reinterpret_cast<float*>(reinterpret_cast<char*>(image) + y * pitch);
    row[x] *= gain;
  }
}

void scale_image(const float* in, std::size_t in_pitch, float* out, std::size_t out_pitch, int width, int height,
                 float gain) {
  if (width == 0 || height == 0) return;
  cudaMemcpy2D(out, out_pitch, in, in_pitch, width * sizeof(float), height, cudaMemcpyDeviceToDevice);
  const dim3 block(32, 8);
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  scale_kernel<<<grid, block>>>(out, out_pitch, width, height, gain);
}
