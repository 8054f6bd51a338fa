// The pointer itself is the source of the copy, so that bytes are read from a device address as if it were the host's.
#include <cuda_runtime.h>

#include "tasks.h"

__constant__ const float* constant_taps;

__global__ void convolve_kernel(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = 0; k < tap_count; ++k) sum += constant_taps[k] * in[i + k];
  out[i] = sum;
}

void convolve(const float* in, const float* taps, float* out, int n) {
  if (n == 0) return;
  float* copy = nullptr;
  cudaMalloc(&copy, tap_count * sizeof(float));
  cudaMemcpy(copy, taps, tap_count * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(constant_taps, copy, sizeof copy);
  const int block = 256;
  convolve_kernel<<<n / block + (n % block != 0), block>>>(in, out, n);
  cudaFree(copy);
}
