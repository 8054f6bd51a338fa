// Task convolve: a filter whose taps lie in constant memory.
#include <cuda_runtime.h>

#include "tasks.h"

__constant__ float constant_taps[tap_count];

// Each lane starts at a tap of its own, so that no two lanes of a warp need the same one at the same time.
__global__ void convolve_kernel(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int step = 0; step < tap_count; ++step) {
    const int k = (step + threadIdx.x) % tap_count;
    sum += constant_taps[k] * in[i + k];
  }
  out[i] = sum;
}

// TODO: read the taps in the way that constant memory is made for.
void convolve(const float* in, const float* taps, float* out, int n) {
  if (n == 0) return;  // a grid without blocks is refused
  cudaMemcpyToSymbol(constant_taps, taps, tap_count * sizeof(float));
  const int block = 256;
  convolve_kernel<<<n / block + (n % block != 0), block>>>(in, out, n);
}
