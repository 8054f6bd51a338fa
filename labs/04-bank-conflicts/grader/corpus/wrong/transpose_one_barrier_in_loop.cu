// A block turns over all tiles of a column of tiles with the same shared memory. One barrier is missing: the next tile
// is written while others still read this one.
#include <cuda_runtime.h>

#include "tasks.h"

template <class T>
__global__ void transpose_kernel(const T* in, T* out, int width, int height) {
  __shared__ T tile[32][33];
  const int first_x = blockIdx.x * 32;
  for (int first_y = 0; first_y < height; first_y += 32) {
    int x = first_x + threadIdx.x, y = first_y + threadIdx.y;
    if (x < width && y < height) tile[threadIdx.y][threadIdx.x] = in[y * width + x];
    __syncthreads();
    x = first_x + threadIdx.y;
    y = first_y + threadIdx.x;
    if (x < width && y < height) out[x * height + y] = tile[threadIdx.x][threadIdx.y];
  }
}

template <class T>
void launch(const T* in, T* out, int width, int height) {
  if (width == 0 || height == 0) return;
  transpose_kernel<<<(width + 31) / 32, dim3(32, 32)>>>(in, out, width, height);
}

void transpose(const float* in, float* out, int width, int height) { launch(in, out, width, height); }
void transpose(const double* in, double* out, int width, int height) { launch(in, out, width, height); }
