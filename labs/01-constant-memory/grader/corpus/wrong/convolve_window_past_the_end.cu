// Nine float4 for four results, also where the signal ends before the ninth does.
#include <cuda_runtime.h>

#include "tasks.h"

__constant__ float constant_taps[tap_count];

__global__ void convolve_kernel(const float* in, float* out, int n) {
  const int first = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (first >= n) return;
  float window[tap_count + 4];
#pragma unroll
  for (int q = 0; q < tap_count / 4 + 1; ++q) {
    const float4 four = reinterpret_cast<const float4*>(in + first)[q];
    window[4 * q] = four.x;
    window[4 * q + 1] = four.y;
    window[4 * q + 2] = four.z;
    window[4 * q + 3] = four.w;
  }
#pragma unroll
  for (int r = 0; r < 4; ++r) {
    float sum = 0;
#pragma unroll
    for (int k = 0; k < tap_count; ++k) sum += constant_taps[k] * window[k + r];
    if (first + r < n) out[first + r] = sum;
  }
}

void convolve(const float* in, const float* taps, float* out, int n) {
  if (n == 0) return;
  cudaMemcpyToSymbol(constant_taps, taps, tap_count * sizeof(float));
  const int block = 256;
  convolve_kernel<<<n / (4 * block) + (n % (4 * block) != 0), block>>>(in, out, n);
}
