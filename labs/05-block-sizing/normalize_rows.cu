// Task normalize_rows: every row divided by its sum. Rows of one float, rows of a million.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int block_size = 256;

// The sum of `value` over the block, for every thread of it. Halves the number of threads at work at each step.
__device__ float sum_over_block(float value) {
  __shared__ float values[block_size];
  values[threadIdx.x] = value;
  __syncthreads();
  for (int half = block_size / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) values[threadIdx.x] += values[threadIdx.x + half];
    __syncthreads();
  }
  return values[0];
}

__global__ void normalize_kernel(const float* in, float* out, int columns) {
  const std::size_t start = static_cast<std::size_t>(blockIdx.x) * columns;
  float sum = 0;
  for (int c = threadIdx.x; c < columns; c += blockDim.x) sum += in[start + c];
  sum = sum_over_block(sum);
  for (int c = threadIdx.x; c < columns; c += blockDim.x) out[start + c] = in[start + c] / sum;
}

// TODO: let the length of a row decide how many threads work on it.
void normalize_rows(const float* in, float* out, float* scratch, int rows, int columns) {
  if (rows == 0) return;
  normalize_kernel<<<rows, block_size>>>(in, out, columns);
}
