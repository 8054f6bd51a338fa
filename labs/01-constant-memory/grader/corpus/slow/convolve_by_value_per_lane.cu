// Arguments are constant memory, with the same price for lanes that disagree.
#include <cuda_runtime.h>

#include "tasks.h"

struct Taps {
  float tap[tap_count];
};

__global__ void convolve_kernel(const float* in, Taps taps, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int step = 0; step < tap_count; ++step) {
    const int k = (step + threadIdx.x) % tap_count;
    sum += taps.tap[k] * in[i + k];
  }
  out[i] = sum;
}

void convolve(const float* in, const float* taps, float* out, int n) {
  if (n == 0) return;
  Taps copy;
  for (int k = 0; k < tap_count; ++k) copy.tap[k] = taps[k];
  const int block = 256;
  convolve_kernel<<<n / block + (n % block != 0), block>>>(in, copy, out, n);
}
