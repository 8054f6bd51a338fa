// Four lanes make a result together, each with eight of the taps: four addresses a load.
#include <cuda_runtime.h>

#include "tasks.h"

__constant__ float constant_taps[tap_count];

__global__ void convolve_kernel(const float* in, float* out, int n) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x, i = t / 4, part = t % 4;
  float sum = 0;
  if (i < n) {
    for (int k = part; k < tap_count; k += 4) sum += constant_taps[k] * in[i + k];
  }
  sum += __shfl_xor_sync(0xffffffffu, sum, 1);
  sum += __shfl_xor_sync(0xffffffffu, sum, 2);
  if (i < n && part == 0) out[i] = sum;
}

void convolve(const float* in, const float* taps, float* out, int n) {
  if (n == 0) return;
  cudaMemcpyToSymbol(constant_taps, taps, tap_count * sizeof(float));
  const int block = 256;
  convolve_kernel<<<n / (block / 4) + (n % (block / 4) != 0), block>>>(in, out, n);
}
