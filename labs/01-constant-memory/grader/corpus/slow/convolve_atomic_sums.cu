// Each product is added by an atomic function: 32 of them for 32 results.
#include <cuda_runtime.h>

#include "tasks.h"

__constant__ float g[32];
__global__ void convolve_kernel(const float* in, float* out, int n) {
  const int i = blockIdx.x * 1024 + threadIdx.x;
  if (i >= n) return;
  for (int k = 0; k < 32; ++k) atomicAdd(out + i, g[k] * in[i + k]);
}
void convolve(const float* in, const float* taps, float* out, int n) {
  if (!n) return;
  cudaMemcpyToSymbol(g, taps, 128);
  cudaMemset(out, 0, 4ll * n);
  convolve_kernel<<<(n + 1023) / 1024, 1024>>>(in, out, n);
}
