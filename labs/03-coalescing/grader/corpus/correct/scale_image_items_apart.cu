// Several pixels a thread, a block width apart, so that the lanes of each access stay neighbours.
#include <cuda_runtime.h>

#include "tasks.h"

__device__ const float* row_of(const float* image, std::size_t pitch, int y) {
  return reinterpret_cast<const float*>(reinterpret_cast<const char*>(image) + y * pitch);
}
__device__ float* row_of(float* image, std::size_t pitch, int y) {
  return reinterpret_cast<float*>(reinterpret_cast<char*>(image) + y * pitch);
}

template <int Items>
__global__ void scale_kernel(const float* in, std::size_t in_pitch, float* out, std::size_t out_pitch, int width,
                             int height, float gain) {
  const int first = blockIdx.x * blockDim.x * Items + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (y >= height) return;
  const float* source = row_of(in, in_pitch, y);
  float* target = row_of(out, out_pitch, y);
#pragma unroll
  for (int item = 0; item < Items; ++item) {
    const int x = first + item * blockDim.x;
    if (x < width) target[x] = gain * source[x];
  }
}

void scale_image(const float* in, std::size_t in_pitch, float* out, std::size_t out_pitch, int width, int height,
                 float gain) {
  if (width == 0 || height == 0) return;
  constexpr int items = 4;
  const dim3 block(64, 4);
  const int columns = (width + items * block.x - 1) / (items * block.x);
  const dim3 grid(columns, (height + block.y - 1) / block.y);
  scale_kernel<items><<<grid, block>>>(in, in_pitch, out, out_pitch, width, height, gain);
}
