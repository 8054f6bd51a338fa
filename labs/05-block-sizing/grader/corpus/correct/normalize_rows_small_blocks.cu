// Blocks of 128 threads: fewer rows share a block, more blocks share a multiprocessor.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int block = 128;
constexpr int longest_kept = 1536;  // floats: four rows are 24 KB
constexpr int chunk = 4096;

__device__ float sum_over_lanes(float value, int lanes) {
  for (int step = lanes / 2; step > 0; step /= 2) value += __shfl_xor_sync(0xffffffffu, value, step);
  return value;
}

__global__ void normalize_kept(const float* in, float* out, int rows, int columns, int lanes) {
  extern __shared__ float kept[];
  const int row = blockIdx.x * (block / lanes) + threadIdx.x / lanes;
  const int end = row < rows ? columns : 0;
  const std::size_t start = static_cast<std::size_t>(row) * columns;
  float* mine = kept + threadIdx.x / lanes * columns;
  float sum = 0;
  for (int c = threadIdx.x % lanes; c < end; c += lanes) {
    mine[c] = in[start + c];
    sum += mine[c];
  }
  sum = sum_over_lanes(sum, lanes);
  for (int c = threadIdx.x % lanes; c < end; c += lanes) out[start + c] = mine[c] / sum;
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
  if (columns <= longest_kept) {
    int lanes = 1;
    while (lanes < 32 && lanes < columns) lanes *= 2;
    const int rows_a_block = block / lanes;
    normalize_kept<<<(rows + rows_a_block - 1) / rows_a_block, block, sizeof(float) * rows_a_block * columns>>>(
        in, out, rows, columns, lanes);
  } else {
    const dim3 grid(rows, (columns + chunk - 1) / chunk);
    cudaMemsetAsync(scratch, 0, rows * sizeof(float));
    sum_chunks<<<grid, block>>>(in, scratch, columns);
    divide_chunks<<<grid, block>>>(in, out, scratch, columns);
  }
}
