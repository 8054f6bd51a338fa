// Task block_sums: the sum of every chunk, and the sum of those.
#include <cuda_runtime.h>

#include "tasks.h"

// One block a chunk, one thread an element. Partial sums meet in shared memory: first neighbours, then every second
// sum, then every fourth, until thread 0 has added the last two.
__global__ void chunk_kernel(const float* in, float* sums, int n) {
  __shared__ float partial[chunk_size];
  const int t = threadIdx.x;
  const int i = blockIdx.x * chunk_size + t;
  partial[t] = i < n ? in[i] : 0.0f;  // behind the end of the array: nothing to add
  __syncthreads();
  for (int step = 1; step < chunk_size; step *= 2) {
    const int at = 2 * step * t;
    if (at < chunk_size) partial[at] += partial[at + step];
    __syncthreads();  // outside of the if: every thread of the block has to come here
  }
  if (t == 0) sums[blockIdx.x] = partial[0];
}

// The sums of all chunks, added by a single block in which each thread first takes every 1024th of them.
__global__ void total_kernel(const float* sums, float* total, int count) {
  __shared__ float partial[chunk_size];
  const int t = threadIdx.x;
  float sum = 0;
  for (int c = t; c < count; c += chunk_size) sum += sums[c];
  partial[t] = sum;
  __syncthreads();
  for (int step = 1; step < chunk_size; step *= 2) {
    const int at = 2 * step * t;
    if (at < chunk_size) partial[at] += partial[at + step];
    __syncthreads();
  }
  if (t == 0) *total = partial[0];
}

// TODO: let neighbouring threads add neighbouring words, so that no two lanes of a warp meet in a bank.
void block_sums(const float* in, float* sums, float* total, int n) {
  const int chunks = chunk_count(n);
  if (chunks > 0) chunk_kernel<<<chunks, chunk_size>>>(in, sums, n);
  total_kernel<<<1, chunk_size>>>(sums, total, chunks);
}
