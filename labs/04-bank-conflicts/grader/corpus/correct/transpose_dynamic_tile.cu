// The tile is dynamic shared memory, its stride an argument. Sixty-four columns at a time.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int threads = 256;

template <class T>
__global__ void transpose_kernel(const T* in, T* out, int width, int height, int stride) {
  extern __shared__ double memory[];
  T* tile = reinterpret_cast<T*>(memory);
  const int first_x = blockIdx.x * 64, first_y = blockIdx.y * 32;
  for (int i = threadIdx.x; i < 64 * 32; i += threads) {
    const int row = i / 64, column = i % 64, x = first_x + column, y = first_y + row;
    if (x < width && y < height) tile[column * stride + row] = in[y * width + x];
  }
  __syncthreads();
  for (int i = threadIdx.x; i < 64 * 32; i += threads) {
    const int row = i % 32, column = i / 32, x = first_x + column, y = first_y + row;
    if (x < width && y < height) out[x * height + y] = tile[column * stride + row];
  }
}

template <class T>
void launch(const T* in, T* out, int width, int height) {
  if (width == 0 || height == 0) return;
  const dim3 grid((width + 63) / 64, (height + 31) / 32);
  const int stride = 33;
  transpose_kernel<<<grid, threads, 64 * stride * sizeof(T)>>>(in, out, width, height, stride);
}

void transpose(const float* in, float* out, int width, int height) { launch(in, out, width, height); }
void transpose(const double* in, double* out, int width, int height) { launch(in, out, width, height); }
