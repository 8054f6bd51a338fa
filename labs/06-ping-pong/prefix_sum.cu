// Task prefix_sum: running totals of an array.
#include <cuda_runtime.h>

#include "tasks.h"

// After the passes with distances 1, 2, 4 ... d / 2, element i holds the sum of the d elements that end with it.
__global__ void pass_kernel(const int* from, int* to, int n, int distance) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = from[i] + (i >= distance ? from[i - distance] : 0);
}

// TODO: visit the array a few times instead of log2(n) times: a block can scan its part alone, between two buffers in
// shared memory.
void prefix_sum(const int* in, int* out, int* scratch, int n) {
  if (n == 0) return;  // a grid without blocks is refused
  const int block = 256, grid = (n + block - 1) / block;
  cudaMemcpy(out, in, sizeof(int) * n, cudaMemcpyDeviceToDevice);
  for (int distance = 1; distance < n; distance *= 2) {
    pass_kernel<<<grid, block>>>(out, scratch, n, distance);
    cudaMemcpy(out, scratch, sizeof(int) * n, cudaMemcpyDeviceToDevice);
  }
}
