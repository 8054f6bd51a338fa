// Taps as eight float4: loads of 16 bytes, each two requests.
#include <cuda_runtime.h>

#include "tasks.h"

__constant__ float4 constant_taps[tap_count / 4];

__global__ void convolve_kernel(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int q = 0; q < tap_count / 4; ++q) {
    const float4 four = constant_taps[q];
    const float* place = in + i + 4 * q;
    sum += four.x * place[0] + four.y * place[1] + four.z * place[2] + four.w * place[3];
  }
  out[i] = sum;
}

void convolve(const float* in, const float* taps, float* out, int n) {
  if (n == 0) return;
  cudaMemcpyToSymbol(constant_taps, taps, tap_count * sizeof(float));
  const int block = 256;
  convolve_kernel<<<n / block + (n % block != 0), block>>>(in, out, n);
}
