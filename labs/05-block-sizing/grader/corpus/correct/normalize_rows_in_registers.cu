// The row stays in registers: up to 48 floats a lane, with a kernel for every power of two of them.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int block = 256;
constexpr int chunk = 4096;

__device__ float sum_over_lanes(float value, int lanes) {
  for (int step = lanes / 2; step > 0; step /= 2) value += __shfl_xor_sync(0xffffffffu, value, step);
  return value;
}

template <int items>
__global__ void normalize_kept(const float* in, float* out, int rows, int columns, int lanes) {
  const int row = blockIdx.x * (block / lanes) + threadIdx.x / lanes, lane = threadIdx.x % lanes;
  const std::size_t start = static_cast<std::size_t>(row) * columns;
  float kept[items], sum = 0;
#pragma unroll
  for (int k = 0; k < items; ++k) {
    const int c = lane + k * lanes;
    kept[k] = row < rows && c < columns ? in[start + c] : 0;
    sum += kept[k];
  }
  sum = sum_over_lanes(sum, lanes);
#pragma unroll
  for (int k = 0; k < items; ++k) {
    const int c = lane + k * lanes;
    if (row < rows && c < columns) out[start + c] = kept[k] / sum;
  }
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
  int lanes = 1;
  while (lanes < 32 && lanes < columns) lanes *= 2;
  const int rows_a_block = block / lanes, blocks = (rows + rows_a_block - 1) / rows_a_block;
  if (columns <= 32) {
    normalize_kept<1><<<blocks, block>>>(in, out, rows, columns, lanes);
  } else if (columns <= 64) {
    normalize_kept<2><<<blocks, block>>>(in, out, rows, columns, lanes);
  } else if (columns <= 128) {
    normalize_kept<4><<<blocks, block>>>(in, out, rows, columns, lanes);
  } else if (columns <= 512) {
    normalize_kept<16><<<blocks, block>>>(in, out, rows, columns, lanes);
  } else if (columns <= 1536) {
    normalize_kept<48><<<blocks, block>>>(in, out, rows, columns, lanes);
  } else {
    const dim3 grid(rows, (columns + chunk - 1) / chunk);
    cudaMemsetAsync(scratch, 0, rows * sizeof(float));
    sum_chunks<<<grid, block>>>(in, scratch, columns);
    divide_chunks<<<grid, block>>>(in, out, scratch, columns);
  }
}
