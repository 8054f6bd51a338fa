// A block of 256 threads a row, whatever its length: the starter, with the row kept in shared memory.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int warp = 32;
constexpr int block = 256;
constexpr int longest_in_block = 12256;  // floats: with the sums of the warps just below 48 KB
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
  if (columns <= longest_in_block) {
    normalize_row<<<rows, block, sizeof(float) * columns>>>(in, out, columns);
  } else {
    const dim3 grid(rows, (columns + chunk - 1) / chunk);
    sum_chunks<<<grid, block>>>(in, scratch, columns);
    scale_chunks<<<grid, block>>>(in, out, scratch, columns);
  }
}
