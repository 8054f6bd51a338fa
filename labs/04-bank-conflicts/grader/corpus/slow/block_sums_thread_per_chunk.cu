// A thread walks through its chunk alone: the lanes of a load are 4096 bytes apart.
#include <cuda_runtime.h>

#include "tasks.h"

__global__ void chunk_kernel(const float* in, float* sums, float* total, int n, int count) {
  const int chunk = blockIdx.x * blockDim.x + threadIdx.x;
  if (chunk >= count) return;
  float sum = 0;
#pragma unroll 1
  for (int i = chunk * chunk_size; i < min(n, (chunk + 1) * chunk_size); ++i) sum += in[i];
  sums[chunk] = sum;
  atomicAdd(total, sum);
}

void block_sums(const float* in, float* sums, float* total, int n) {
  cudaMemset(total, 0, sizeof *total);
  const int chunks = chunk_count(n);
  if (chunks > 0) chunk_kernel<<<(chunks + 63) / 64, 64>>>(in, sums, total, n, chunks);
}
