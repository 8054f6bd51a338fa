// Rows are read with 16 bytes a lane and stored turned, one element after the other: the lanes of a store are eight or
// more rows of the tile apart, and its stride is a multiple of 32 banks.
#include <cuda_runtime.h>

#include "tasks.h"

template <class T, class Vector>
__global__ void transpose_vectors(const T* in, T* out, int width, int height) {
  constexpr int n = sizeof(Vector) / sizeof(T), per_row = 32 / n;
  __shared__ T tile[32][32];
  const int first_x = blockIdx.x * 32, first_y = blockIdx.y * 32;
  for (int i = threadIdx.x; i < 32 * per_row; i += blockDim.x) {
    const int row = i / per_row, column = i % per_row * n, x = first_x + column, y = first_y + row;
    if (x >= width || y >= height) continue;
    const Vector v = *reinterpret_cast<const Vector*>(&in[y * width + x]);
    for (int k = 0; k < n; ++k) tile[column + k][row] = reinterpret_cast<const T*>(&v)[k];
  }
  __syncthreads();
  for (int i = threadIdx.x; i < 32 * 32; i += blockDim.x) {
    const int row = i % 32, column = i / 32, x = first_x + column, y = first_y + row;
    if (x < width && y < height) out[x * height + y] = tile[column][row];
  }
}

template <class T>
__global__ void transpose_elements(const T* in, T* out, int width, int height) {
  __shared__ T tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  if (x < width && y < height) tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  if (x < height && y < width) out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}

template <class Vector, class T>
void launch(const T* in, T* out, int width, int height) {
  if (width == 0 || height == 0) return;
  const dim3 grid((width + 31) / 32, (height + 31) / 32);
  if (width % (sizeof(Vector) / sizeof(T)) == 0)
    transpose_vectors<T, Vector><<<grid, 256>>>(in, out, width, height);
  else
    transpose_elements<<<grid, dim3(32, 32)>>>(in, out, width, height);
}

void transpose(const float* in, float* out, int width, int height) { launch<float4>(in, out, width, height); }
void transpose(const double* in, double* out, int width, int height) { launch<double2>(in, out, width, height); }
