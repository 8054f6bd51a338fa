// The runtime's strided copies lay the chunks side by side, so that a thread a chunk reads packed words.
#include <cuda_runtime.h>

#include "tasks.h"

__global__ void chunk_kernel(const float* columns, float* sums, int chunks, int n) {
  const int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= chunks) return;
  float sum = 0;
  for (int i = 0; i < chunk_size && c * chunk_size + i < n; ++i) sum += columns[i * chunks + c];
  sums[c] = sum;
}

__global__ void total_kernel(const float* sums, float* total, int count) {
  float sum = 0;
  for (int c = threadIdx.x; c < count; c += 32) sum += sums[c];
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffu, sum, step);
  if (threadIdx.x == 0) *total = sum;
}

void block_sums(const float* in, float* sums, float* total, int n) {
  const int chunks = chunk_count(n);
  if (chunks > 0) {
    constexpr std::size_t word = sizeof(float);
    float* columns = nullptr;
    cudaMalloc(&columns, word * chunk_size * chunks);
    for (int c = 0; c < chunks; ++c) {
      const int left = n - c * chunk_size;
      cudaMemcpy2D(columns + c, word * chunks, in + c * chunk_size, word, word, left < chunk_size ? left : chunk_size,
                   cudaMemcpyDeviceToDevice);
    }
    chunk_kernel<<<(chunks + 31) / 32, 32>>>(columns, sums, chunks, n);
    cudaFree(columns);
  }
  total_kernel<<<1, 32>>>(sums, total, chunks);
}
