// The taps are in managed memory, and the staged signal leaves room for their loads.
#include <cuda_runtime.h>

#include "tasks.h"

__global__ void convolve_kernel(const float* g, const float* in, float* out, int n) {
  __shared__ float s[256 + 32];
  const int first = blockIdx.x * 256;
  for (int j = threadIdx.x; j < 256 + 31 && first + j < n + 31; j += 256) s[j] = in[first + j];
  __syncthreads();
  const int i = first + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = 0; k < 32; ++k) sum += g[k] * s[threadIdx.x + k];
  out[i] = sum;
}
void convolve(const float* in, const float* taps, float* out, int n) {
  if (!n) return;
  float* g;
  cudaMallocManaged(&g, 128);
  for (int t = 0; t < 32; ++t) g[t] = taps[t];
  convolve_kernel<<<(n + 255) / 256, 256>>>(g, in, out, n);
  cudaDeviceSynchronize();
  cudaFree(g);
}
