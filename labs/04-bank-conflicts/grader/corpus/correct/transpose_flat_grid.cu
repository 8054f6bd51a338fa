// A grid of one dimension, indices of 64 bits, a tile in dynamic shared memory, an element a thread.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr long long tile_size = 32, row_length = 33;

template <class T>
__global__ void __launch_bounds__(1024) transpose_kernel(const T* __restrict__ in, T* __restrict__ out, long long width,
                                                         long long height) {
  extern __shared__ __align__(8) unsigned char raw[];
  T* tile = reinterpret_cast<T*>(raw);
  const long long tiles_x = (width + tile_size - 1) / tile_size;
  const long long first_x = blockIdx.x % tiles_x * tile_size, first_y = blockIdx.x / tiles_x * tile_size;

  long long x = first_x + threadIdx.x, y = first_y + threadIdx.y;
  if (x < width && y < height) tile[threadIdx.y * row_length + threadIdx.x] = __ldg(in + y * width + x);
  __syncthreads();
  x = first_x + threadIdx.y, y = first_y + threadIdx.x;
  if (x < width && y < height) out[x * height + y] = tile[threadIdx.x * row_length + threadIdx.y];
}

template <class T>
void launch(const T* in, T* out, long long width, long long height) {
  if (width == 0 || height == 0) return;
  const auto tiles = ((width + tile_size - 1) / tile_size) * ((height + tile_size - 1) / tile_size);
  transpose_kernel<<<static_cast<unsigned>(tiles), dim3(tile_size, tile_size), tile_size * row_length * sizeof(T)>>>(
      in, out, width, height);
}

void transpose(const float* in, float* out, int width, int height) { launch(in, out, width, height); }
void transpose(const double* in, double* out, int width, int height) { launch(in, out, width, height); }
