// The row is kept whatever its length: above 48 KB the launch is refused.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int warp = 32;
constexpr int block = 256;
constexpr int longest_in_tile = 1024;    // floats: eight such rows are 32 KB
constexpr int longest_in_block = 50000;  // floats
constexpr int chunk = 4096;              // floats of a longer row that a block takes

__device__ float sum_over_warp(float value) {
  for (int step = warp / 2; step > 0; step /= 2) value += __shfl_xor_sync(0xffffffffu, value, step);
  return value;
}

// The sum of `value` over the block, for every thread of it.
__device__ float sum_over_block(float value) {
  __shared__ float of_warps[warp];
  value = sum_over_warp(value);
  if (threadIdx.x % warp == 0) of_warps[threadIdx.x / warp] = value;
  __syncthreads();
  return sum_over_warp(threadIdx.x % warp < blockDim.x / warp ? of_warps[threadIdx.x % warp] : 0);
}

// Copies n floats with all threads of the block, four at a time. Both sides start on a 16-byte boundary.
__device__ void copy_by_block(float* to, const float* from, int n) {
  for (int q = threadIdx.x; q < n / 4; q += blockDim.x)
    reinterpret_cast<float4*>(to)[q] = reinterpret_cast<const float4*>(from)[q];
  if (threadIdx.x < n % 4) to[n / 4 * 4 + threadIdx.x] = from[n / 4 * 4 + threadIdx.x];
}

// Rows lie one after the other, so several short rows are one long run: it travels in full sectors and 16-byte accesses,
// whatever the length of a row. A tile has a multiple of four rows, and so starts on a 16-byte boundary.
// Inside the tile a power of two of neighbouring lanes shares a row.
__global__ void normalize_tiles(const float* in, float* out, int rows, int columns, int tile_rows, int lanes) {
  extern __shared__ float4 tile_memory[];
  float* tile = reinterpret_cast<float*>(tile_memory);
  const int first = blockIdx.x * tile_rows;
  const int here = min(tile_rows, rows - first);
  const std::size_t start = static_cast<std::size_t>(first) * columns;

  copy_by_block(tile, in + start, here * columns);
  __syncthreads();
  const int lane = threadIdx.x % lanes;
  // Whole warps take every turn, with or without a row, so that all lanes meet in the shuffles.
  for (int turn = 0; turn < here; turn += block / lanes) {
    const int row = turn + threadIdx.x / lanes;
    const int end = row < here ? columns : 0;
    float* values = tile + row * columns;
    float sum = 0;
    for (int c = lane; c < end; c += lanes) sum += values[c];
    for (int step = lanes / 2; step > 0; step /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, step);
    const float scale = 1 / sum;
    for (int c = lane; c < end; c += lanes) values[c] *= scale;
  }
  __syncthreads();
  copy_by_block(out + start, tile, here * columns);
}

// Every thread keeps to its own elements, so only the sum has to cross from thread to thread.
__global__ void normalize_row(const float* in, float* out, int columns) {
  extern __shared__ float row[];
  const std::size_t start = static_cast<std::size_t>(blockIdx.x) * columns;
  float sum = 0;
  for (int c = threadIdx.x; c < columns; c += blockDim.x) sum += row[c] = in[start + c];
  const float scale = 1 / sum_over_block(sum);
  for (int c = threadIdx.x; c < columns; c += blockDim.x) out[start + c] = scale * row[c];
}

// Rows on x, which takes more blocks than y: a row has at most 2^20 / chunk = 256 chunks.
__global__ void sum_chunks(const float* in, float* sums, int columns) {
  const std::size_t start = static_cast<std::size_t>(blockIdx.x) * columns;
  const int from = blockIdx.y * chunk, to = min(from + chunk, columns);
  float sum = 0;
  for (int c = from + threadIdx.x; c < to; c += block) sum += in[start + c];
  sum = sum_over_block(sum);
  if (threadIdx.x == 0) sums[blockIdx.x * gridDim.y + blockIdx.y] = sum;
}

__global__ void scale_chunks(const float* in, float* out, const float* sums, int columns) {
  const std::size_t start = static_cast<std::size_t>(blockIdx.x) * columns;
  const int from = blockIdx.y * chunk, to = min(from + chunk, columns);
  // One partial sum a thread: there are no more of them than threads.
  const float scale = 1 / sum_over_block(threadIdx.x < gridDim.y ? sums[blockIdx.x * gridDim.y + threadIdx.x] : 0);
  for (int c = from + threadIdx.x; c < to; c += block) out[start + c] = scale * in[start + c];
}

void normalize_rows(const float* in, float* out, float* scratch, int rows, int columns) {
  if (rows == 0) return;
  if (columns <= longest_in_tile) {
    int tile_rows = longest_in_tile * 4 / columns / 4 * 4;  // 16 KB, or eight rows where that is more
    if (tile_rows < block / warp) tile_rows = block / warp;
    int lanes = 1;
    while (lanes < warp && 2 * lanes <= columns) lanes *= 2;
    const std::size_t bytes = sizeof(float) * tile_rows * columns;
    normalize_tiles<<<(rows + tile_rows - 1) / tile_rows, block, bytes>>>(in, out, rows, columns, tile_rows, lanes);
  } else if (columns <= longest_in_block) {
    // About eight elements a thread, in whole warps.
    int threads = columns / 8 / warp * warp;
    if (threads > 512) threads = 512;
    normalize_row<<<rows, threads, sizeof(float) * columns>>>(in, out, columns);
  } else {
    const dim3 grid(rows, (columns + chunk - 1) / chunk);
    sum_chunks<<<grid, block>>>(in, scratch, columns);
    scale_chunks<<<grid, block>>>(in, out, scratch, columns);
  }
}
