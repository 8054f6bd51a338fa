// The taps are in global memory; the constant that all lanes load is another.
#include <cuda_runtime.h>

#include "tasks.h"

__device__ float g[tap_count];
__constant__ float zero;
__global__ void convolve_kernel(const float* in, float* out, int n) {
  __shared__ float s[256 + 32];
  const int first = blockIdx.x * 256;
  for (int j = threadIdx.x; j < 256 + 31 && first + j < n + 31; j += 256) s[j] = in[first + j];
  __syncthreads();
  const int i = first + threadIdx.x;
  if (i >= n) return;
  float sum = zero;
  for (int k = 0; k < 32; ++k) sum += g[k] * s[threadIdx.x + k];
  out[i] = sum;
}
void convolve(const float* in, const float* taps, float* out, int n) {
  if (!n) return;
  cudaMemcpyToSymbol(g, taps, 128);
  convolve_kernel<<<(n + 255) / 256, 256>>>(in, out, n);
}
