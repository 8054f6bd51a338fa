// The whole array in every pass. The buffers change roles so that the last pass ends in `out`; nothing is copied.
#include <cuda_runtime.h>

#include "tasks.h"

__global__ void pass_kernel(const int* from, int* to, int n, int distance) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = from[i] + (i >= distance ? from[i - distance] : 0);
}

void prefix_sum(const int* in, int* out, int* scratch, int n) {
  if (n == 0) return;
  const int block = 256, grid = (n + block - 1) / block;
  int passes = 1;  // the first one, with distance n, only copies: it lets one element have its sum
  for (int distance = 1; distance < n; distance *= 2) ++passes;
  int *to = passes % 2 == 1 ? out : scratch, *other = passes % 2 == 1 ? scratch : out;
  pass_kernel<<<grid, block>>>(in, to, n, n);
  for (int distance = 1; distance < n; distance *= 2) {
    pass_kernel<<<grid, block>>>(to, other, n, distance);
    int* const newest = other;
    other = to;
    to = newest;
  }
}
