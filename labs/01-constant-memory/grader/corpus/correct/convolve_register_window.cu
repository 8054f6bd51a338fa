// Two neighbouring results a thread from a window of registers that moves along: each input is loaded once a thread.
#include <cuda_runtime.h>

#include "tasks.h"

__constant__ float constant_taps[tap_count];

__global__ void convolve_kernel(const float* in, float* out, int n) {
  const int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= n) return;
  const bool pair = i + 1 < n;
  float first = 0, second = 0, left = in[i];
  for (int k = 0; k < tap_count; ++k) {
    const float right = pair || k + 1 < tap_count ? in[i + k + 1] : 0;
    first += constant_taps[k] * left;
    second += constant_taps[k] * right;
    left = right;
  }
  out[i] = first;
  if (pair) out[i + 1] = second;
}

void convolve(const float* in, const float* taps, float* out, int n) {
  if (n == 0) return;
  cudaMemcpyToSymbol(constant_taps, taps, tap_count * sizeof(float));
  const int block = 64;
  convolve_kernel<<<n / (2 * block) + (n % (2 * block) != 0), block>>>(in, out, n);
}
