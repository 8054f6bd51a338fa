// Every pass reads and writes the same array: blocks overtake each other.
#include <cuda_runtime.h>

#include "tasks.h"

__global__ void pass_kernel(int* out, int n, int distance) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && i >= distance) out[i] += out[i - distance];
}

void prefix_sum(const int* in, int* out, int*, int n) {
  if (n == 0) return;
  cudaMemcpyAsync(out, in, sizeof(int) * n, cudaMemcpyDeviceToDevice);
  for (int distance = 1; distance < n; distance *= 2) pass_kernel<<<(n + 255) / 256, 256>>>(out, n, distance);
}
