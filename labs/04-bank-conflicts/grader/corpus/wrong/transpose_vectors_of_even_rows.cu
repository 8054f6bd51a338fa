// Vectors of four elements wherever the width is even: every second row then starts in the middle of one.
#include <cuda_runtime.h>

#include "tasks.h"

template <class T>
struct alignas(4 * sizeof(T) < 16 ? 4 * sizeof(T) : 16) Four {
  T element[4];
};

template <class T>
__global__ void transpose_kernel(const T* in, T* out, int width, int height) {
  __shared__ T tile[32][33];
  const int first_x = blockIdx.x * 32, first_y = blockIdx.y * 32;
  const int row = threadIdx.y * 4 + threadIdx.x / 8, column = threadIdx.x % 8 * 4;
  const int from_x = first_x + column, from_y = first_y + row;
  if (width % 2 == 0 && from_x + 3 < width && from_y < height) {
    const Four<T> four = *reinterpret_cast<const Four<T>*>(in + from_y * width + from_x);
    for (int k = 0; k < 4; ++k) tile[row][column + k] = four.element[k];
  } else {
    for (int k = 0; k < 4; ++k)
      if (from_x + k < width && from_y < height) tile[row][column + k] = in[from_y * width + from_x + k];
  }
  __syncthreads();
  for (int c = threadIdx.y; c < 32; c += 8) {
    const int x = first_x + c, y = first_y + threadIdx.x;
    if (x < width && y < height) out[x * height + y] = tile[threadIdx.x][c];
  }
}

template <class T>
void launch(const T* in, T* out, int width, int height) {
  if (width == 0 || height == 0) return;
  transpose_kernel<<<dim3((width + 31) / 32, (height + 31) / 32), dim3(32, 8)>>>(in, out, width, height);
}

void transpose(const float* in, float* out, int width, int height) { launch(in, out, width, height); }
void transpose(const double* in, double* out, int width, int height) { launch(in, out, width, height); }
