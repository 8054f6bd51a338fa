// A grid of fixed size, enough for all multiprocessors of a large GPU, that strides over the signal.
#include <cuda_runtime.h>

#include "tasks.h"

__constant__ float constant_taps[tap_count];

__global__ void convolve_kernel(const float* in, float* out, int n) {
  const int step = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) {
    float sum = 0;
    for (int k = 0; k < tap_count; ++k) sum += constant_taps[k] * in[i + k];
    out[i] = sum;
  }
}

void convolve(const float* in, const float* taps, float* out, int n) {
  if (n == 0) return;
  cudaMemcpyToSymbol(constant_taps, taps, tap_count * sizeof(float));
  const int block = 192;
  convolve_kernel<<<1408, block>>>(in, out, n);
}
