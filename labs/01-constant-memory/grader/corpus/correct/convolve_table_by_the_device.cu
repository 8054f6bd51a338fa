// A kernel works on the taps in global memory first; from there they are copied to constant memory.
#include <cuda_runtime.h>

#include "tasks.h"

__constant__ float g[32];
__global__ void halve(float* t) { t[threadIdx.x] *= 1; }
__global__ void convolve_kernel(const float* in, float* out, int n) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = 0; k < 32; ++k) sum += g[k] * in[i + k];
  out[i] = sum;
}
void convolve(const float* in, const float* taps, float* out, int n) {
  if (!n) return;
  float* d;
  cudaMalloc(&d, 128);
  cudaMemcpy(d, taps, 128, cudaMemcpyHostToDevice);
  halve<<<1, 32>>>(d);
  cudaMemcpyToSymbol(g, d, 128, 0, cudaMemcpyDeviceToDevice);
  cudaFree(d);
  convolve_kernel<<<(n + 255) / 256, 256>>>(in, out, n);
}
