// Blocks of 32 x 32 threads and a padded tile of 64 x 64: every thread has an element in each quarter of it.
#include <cuda_runtime.h>

#include "tasks.h"

template <class T>
__global__ void transpose_kernel(const T* in, T* out, int width, int height) {
  __shared__ T tile[64][65];
  const int left = blockIdx.x * 64, top = blockIdx.y * 64;
  for (int down = 0; down < 64; down += 32)
    for (int right = 0; right < 64; right += 32) {
      const int column = threadIdx.x + right, row = threadIdx.y + down;
      if (left + column < width && top + row < height) tile[row][column] = in[(top + row) * width + left + column];
    }
  __syncthreads();
  for (int down = 0; down < 64; down += 32)
    for (int right = 0; right < 64; right += 32) {
      const int row = threadIdx.x + right, column = threadIdx.y + down;
      if (left + column < width && top + row < height) out[(left + column) * height + top + row] = tile[row][column];
    }
}

template <class T>
void launch(const T* in, T* out, int width, int height) {
  if (width == 0 || height == 0) return;
  const dim3 grid((width + 63) / 64, (height + 63) / 64);
  transpose_kernel<<<grid, dim3(32, 32)>>>(in, out, width, height);
}

void transpose(const float* in, float* out, int width, int height) { launch(in, out, width, height); }
void transpose(const double* in, double* out, int width, int height) { launch(in, out, width, height); }
