// As the old notes did it: rows padded to a power of two of threads, with zeros for the threads beyond the end.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int block = 256;
constexpr int chunk = 4096;

__device__ float sum_over_lanes(float value, int lanes) {
  for (int step = lanes / 2; step > 0; step /= 2) value += __shfl_xor_sync(0xffffffffu, value, step);
  return value;
}

__global__ void normalize_padded(const float* in, float* out, int columns) {
  extern __shared__ float values[];
  const std::size_t start = static_cast<std::size_t>(blockIdx.x) * columns;
  const float mine = threadIdx.x < columns ? in[start + threadIdx.x] : 0;
  values[threadIdx.x] = mine;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) values[threadIdx.x] += values[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x < columns) out[start + threadIdx.x] = mine / values[0];
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
  if (columns <= 1024) {
    int threads = 32;
    while (threads < columns) threads *= 2;
    normalize_padded<<<rows, threads, sizeof(float) * threads>>>(in, out, columns);
  } else {
    const dim3 grid(rows, (columns + chunk - 1) / chunk);
    cudaMemsetAsync(scratch, 0, rows * sizeof(float));
    sum_chunks<<<grid, block>>>(in, scratch, columns);
    divide_chunks<<<grid, block>>>(in, out, scratch, columns);
  }
}
