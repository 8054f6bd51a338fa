// Each block takes the sum of those that came before it in time, and blocks come in any order.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int block = 256;

__global__ void scan_kernel(const int* in, int* out, int* sum_so_far, int n) {
  __shared__ int sums[block], before;
  const int t = threadIdx.x, i = blockIdx.x * block + t;
  sums[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int distance = 1; distance < block; distance *= 2) {
    const int left = t >= distance ? sums[t - distance] : 0;
    __syncthreads();
    sums[t] += left;
    __syncthreads();
  }
  if (t == 0) before = atomicAdd(sum_so_far, sums[block - 1]);
  __syncthreads();
  if (i < n) out[i] = before + sums[t];
}

void prefix_sum(const int* in, int* out, int* scratch, int n) {
  if (n == 0) return;
  cudaMemsetAsync(scratch, 0, sizeof(int));
  scan_kernel<<<(n + block - 1) / block, block>>>(in, out, scratch, n);
}
