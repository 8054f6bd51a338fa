// Blocks of 64 x 64 threads: a block has at most 1024.
#include <cuda_runtime.h>

#include "tasks.h"

template <class T>
__global__ void transpose_kernel(const T* in, T* out, int width, int height) {
  __shared__ T tile[64][65];
  const int first_x = blockIdx.x * 64, first_y = blockIdx.y * 64;
  for (int row = threadIdx.y; row < 64; row += 64) {
    const int x = first_x + threadIdx.x, y = first_y + row;
    if (x < width && y < height) tile[row][threadIdx.x] = in[y * width + x];
  }
  __syncthreads();
  for (int column = threadIdx.y; column < 64; column += 64) {
    const int x = first_x + column, y = first_y + threadIdx.x;
    if (x < width && y < height) out[x * height + y] = tile[threadIdx.x][column];
  }
}

template <class T>
void launch(const T* in, T* out, int width, int height) {
  if (width == 0 || height == 0) return;
  const dim3 grid((width + 63) / 64, (height + 63) / 64);
  transpose_kernel<<<grid, dim3(64, 64)>>>(in, out, width, height);
}

void transpose(const float* in, float* out, int width, int height) { launch(in, out, width, height); }
void transpose(const double* in, double* out, int width, int height) { launch(in, out, width, height); }
