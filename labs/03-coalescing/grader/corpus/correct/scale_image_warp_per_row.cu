// A warp walks along a row, 32 pixels at a time.
#include <cuda_runtime.h>

#include "tasks.h"

__device__ const float* row_of(const float* image, std::size_t pitch, int y) {
  return reinterpret_cast<const float*>(reinterpret_cast<const char*>(image) + y * pitch);
}
__device__ float* row_of(float* image, std::size_t pitch, int y) {
  return reinterpret_cast<float*>(reinterpret_cast<char*>(image) + y * pitch);
}

__global__ void scale_kernel(const float* in, std::size_t in_pitch, float* out, std::size_t out_pitch, int width,
                             int height, float gain) {
  const int lane = threadIdx.x % 32;
  const int y = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (y >= height) return;
  const float* source = row_of(in, in_pitch, y);
  float* target = row_of(out, out_pitch, y);
  for (int x = lane; x < width; x += 32) target[x] = gain * source[x];
}

void scale_image(const float* in, std::size_t in_pitch, float* out, std::size_t out_pitch, int width, int height,
                 float gain) {
  if (width == 0 || height == 0) return;
  const int warps = 4;
  const dim3 block(32 * warps);
  const dim3 grid((height + warps - 1) / warps);
  scale_kernel<<<grid, block>>>(in, in_pitch, out, out_pitch, width, height, gain);
}
