// A tile of rows in shared memory, a thread a row inside it; an odd distance between rows keeps the banks apart.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int block = 256;
constexpr int chunk = 4096;

__device__ float sum_over_lanes(float value, int lanes) {
  for (int step = lanes / 2; step > 0; step /= 2) value += __shfl_xor_sync(0xffffffffu, value, step);
  return value;
}

__global__ void normalize_tiles(const float* in, float* out, int rows, int columns, int tile_rows) {
  extern __shared__ float tile[];
  const int stride = columns | 1;
  const int first = blockIdx.x * tile_rows, here = min(tile_rows, rows - first);
  const std::size_t start = static_cast<std::size_t>(first) * columns;
  for (int i = threadIdx.x; i < here * columns; i += block) tile[i / columns * stride + i % columns] = in[start + i];
  __syncthreads();
  for (int row = threadIdx.x; row < here; row += block) {
    float sum = 0;
    for (int c = 0; c < columns; ++c) sum += tile[row * stride + c];
    for (int c = 0; c < columns; ++c) tile[row * stride + c] /= sum;
  }
  __syncthreads();
  for (int i = threadIdx.x; i < here * columns; i += block) out[start + i] = tile[i / columns * stride + i % columns];
}

__global__ void normalize_kept(const float* in, float* out, int rows, int columns) {
  extern __shared__ float kept[];
  const int row = blockIdx.x * (block / 32) + threadIdx.x / 32;
  if (row >= rows) return;
  const std::size_t start = static_cast<std::size_t>(row) * columns;
  float* mine = kept + threadIdx.x / 32 * columns;
  float sum = 0;
  for (int c = threadIdx.x % 32; c < columns; c += 32) sum += mine[c] = in[start + c];
  sum = sum_over_lanes(sum, 32);
  for (int c = threadIdx.x % 32; c < columns; c += 32) out[start + c] = mine[c] / sum;
}

// Every warp sums a stretch of the chunk, and its first lane adds it to the row's sum.
__global__ void sum_chunks(const float* in, float* sums, int columns) {
  const std::size_t start = static_cast<std::size_t>(blockIdx.x) * columns;
  const int from = blockIdx.y * chunk, to = min(from + chunk, columns);
  float sum = 0;
  for (int c = from + threadIdx.x; c < to; c += block) sum += in[start + c];
  sum = sum_over_lanes(sum, 32);
  if (threadIdx.x % 32 == 0) atomicAdd(&sums[blockIdx.x], sum);
}

__global__ void divide_chunks(const float* in, float* out, const float* sums, int columns) {
  const std::size_t start = static_cast<std::size_t>(blockIdx.x) * columns;
  const int from = blockIdx.y * chunk, to = min(from + chunk, columns);
  for (int c = from + threadIdx.x; c < to; c += block) out[start + c] = in[start + c] / sums[blockIdx.x];
}

void normalize_rows(const float* in, float* out, float* scratch, int rows, int columns) {
  if (rows == 0) return;
  if (columns <= 128) {
    const int tile_rows = 4096 / columns;
    normalize_tiles<<<(rows + tile_rows - 1) / tile_rows, block, sizeof(float) * tile_rows * (columns | 1)>>>(
        in, out, rows, columns, tile_rows);
  } else if (columns <= 1536) {
    normalize_kept<<<(rows + 7) / 8, block, sizeof(float) * 8 * columns>>>(in, out, rows, columns);
  } else {
    const dim3 grid(rows, (columns + chunk - 1) / chunk);
    cudaMemsetAsync(scratch, 0, rows * sizeof(float));
    sum_chunks<<<grid, block>>>(in, scratch, columns);
    divide_chunks<<<grid, block>>>(in, out, scratch, columns);
  }
}
