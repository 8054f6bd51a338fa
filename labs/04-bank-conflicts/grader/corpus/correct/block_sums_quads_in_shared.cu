// The tree adds four floats at a time. A 16-byte access of a full warp takes four wavefronts by nature: no conflict.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int block = chunk_size / 4;

__device__ float sum_of_block(float4 value) {
  __shared__ float4 partial[block];
  const int t = threadIdx.x;
  partial[t] = value;
  __syncthreads();
  for (int half = block / 2; half > 0; half /= 2) {
    if (t < half) {
      const float4 a = partial[t], b = partial[t + half];
      partial[t] = make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
    }
    __syncthreads();
  }
  const float4 sum = partial[0];
  return (sum.x + sum.y) + (sum.z + sum.w);
}

__global__ void chunk_kernel(const float* in, float* sums, int n) {
  const int i = blockIdx.x * chunk_size + 4 * threadIdx.x;
  float4 value = make_float4(0, 0, 0, 0);
  if (i + 4 <= n) {
    value = *reinterpret_cast<const float4*>(in + i);
  } else {
    if (i < n) value.x = in[i];
    if (i + 1 < n) value.y = in[i + 1];
    if (i + 2 < n) value.z = in[i + 2];
  }
  const float sum = sum_of_block(value);
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

__global__ void total_kernel(const float* sums, float* total, int count) {
  float4 value = make_float4(0, 0, 0, 0);
  for (int c = threadIdx.x; c < count; c += block) value.x += sums[c];
  const float sum = sum_of_block(value);
  if (threadIdx.x == 0) *total = sum;
}

void block_sums(const float* in, float* sums, float* total, int n) {
  const int chunks = chunk_count(n);
  if (chunks > 0) chunk_kernel<<<chunks, block>>>(in, sums, n);
  total_kernel<<<1, block>>>(sums, total, chunks);
}
