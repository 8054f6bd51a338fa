// Solution of transpose: 16 bytes a lane, and a tile whose vectors are permuted so that rows and columns are free of
// bank conflicts.
#include <cuda_runtime.h>

#include "tasks.h"

// A tile is eight vectors of 16 bytes wide, 128 bytes: all 32 banks. Unpermuted, a column of it would be one bank for
// every row. Vector v of a row stands at place v ^ (row / n) instead, n being the elements in a vector: eight lanes
// that read down a column, each n rows below the other, then find eight different places.
//! [swizzled tile]
template <class T, class Vector>
__global__ void transpose_vectors(const Vector* in, Vector* out, int width, int height) {
  constexpr int n = sizeof(Vector) / sizeof(T), tile_size = 8 * n;
  __shared__ Vector tile[tile_size][8];
  const int row = threadIdx.x / 8, vector = threadIdx.x % 8;

  const int x = blockIdx.x * 8 + vector, y = blockIdx.y * tile_size + row;
  if (x < width / n && y < height) tile[row][vector ^ (row / n)] = in[y * (width / n) + x];
  __syncthreads();

  // The same thread writes a vector of row `row` of the turned tile: n elements that lie below each other in this one.
  const int out_x = blockIdx.y * 8 + vector, out_y = blockIdx.x * tile_size + row;
  if (out_x < height / n && out_y < width) {
    alignas(Vector) T turned[n];
    for (int k = 0; k < n; ++k) {
      const Vector& source = tile[vector * n + k][(row / n) ^ vector];
      turned[k] = reinterpret_cast<const T*>(&source)[row % n];
    }
    out[out_y * (height / n) + out_x] = *reinterpret_cast<const Vector*>(turned);
  }
}
//! [swizzled tile]

// Rows that are no multiple of 16 bytes: an element a lane. One column of padding moves each row of the tile by a bank
// (two for double), so that a column of it lies in 32 banks.
template <class T>
__global__ void transpose_elements(const T* in, T* out, int width, int height) {
  __shared__ T tile[32][32 + 1];
  const int first_x = blockIdx.x * 32, first_y = blockIdx.y * 32;
  for (int row = threadIdx.y; row < 32; row += 8) {
    const int x = first_x + threadIdx.x, y = first_y + row;
    if (x < width && y < height) tile[row][threadIdx.x] = in[y * width + x];
  }
  __syncthreads();
  for (int column = threadIdx.y; column < 32; column += 8) {
    const int x = first_x + column, y = first_y + threadIdx.x;
    if (x < width && y < height) out[x * height + y] = tile[threadIdx.x][column];
  }
}

template <class T, class Vector>
void launch(const T* in, T* out, int width, int height) {
  if (width == 0 || height == 0) return;
  constexpr int n = sizeof(Vector) / sizeof(T);
  const bool whole_vectors = width % n == 0 && height % n == 0;
  const int tile_size = whole_vectors ? 8 * n : 32;
  const dim3 grid((width + tile_size - 1) / tile_size, (height + tile_size - 1) / tile_size);
  if (whole_vectors) {
    transpose_vectors<T>
        <<<grid, 8 * tile_size>>>(reinterpret_cast<const Vector*>(in), reinterpret_cast<Vector*>(out), width, height);
  } else {
    transpose_elements<<<grid, dim3(32, 8)>>>(in, out, width, height);
  }
}

void transpose(const float* in, float* out, int width, int height) { launch<float, float4>(in, out, width, height); }
void transpose(const double* in, double* out, int width, int height) {
  launch<double, double2>(in, out, width, height);
}
