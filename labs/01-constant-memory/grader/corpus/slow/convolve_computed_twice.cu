// Every result is made twice, each time with perfect ratios.
#include <cuda_runtime.h>

#include "tasks.h"

__constant__ float constant_taps[tap_count];

__global__ void convolve_kernel(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = 0; k < tap_count; ++k) sum += constant_taps[k] * in[i + k];
  out[i] = sum;
}

void convolve(const float* in, const float* taps, float* out, int n) {
  if (n == 0) return;
  cudaMemcpyToSymbol(constant_taps, taps, tap_count * sizeof(float));
  const int block = 256;
  for (int times = 0; times < 2; ++times) convolve_kernel<<<n / block + (n % block != 0), block>>>(in, out, n);
}
