// The taps in global memory, behind a pointer.
#include <cuda_runtime.h>

#include "tasks.h"

__global__ void convolve_kernel(const float* in, const float* taps, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = 0; k < tap_count; ++k) sum += taps[k] * in[i + k];
  out[i] = sum;
}

void convolve(const float* in, const float* taps, float* out, int n) {
  if (n == 0) return;
  float* copy = nullptr;
  cudaMalloc(&copy, tap_count * sizeof(float));
  cudaMemcpy(copy, taps, tap_count * sizeof(float), cudaMemcpyHostToDevice);
  const int block = 256;
  convolve_kernel<<<n / block + (n % block != 0), block>>>(in, copy, out, n);
  cudaFree(copy);
}
