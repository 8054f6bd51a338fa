// The attribute is on a member of a structure.
#include <cuda_runtime.h>

#include "tasks.h"

struct Filter {
  __constant__ float taps[tap_count];
};

__global__ void convolve_kernel(const float* in, Filter* filter, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = 0; k < tap_count; ++k) sum += filter->taps[k] * in[i + k];
  out[i] = sum;
}

void convolve(const float* in, const float* taps, float* out, int n) {
  if (n == 0) return;
  Filter* filter = nullptr;
  cudaMalloc(&filter, sizeof(Filter));
  cudaMemcpy(filter->taps, taps, tap_count * sizeof(float), cudaMemcpyHostToDevice);
  const int block = 256;
  convolve_kernel<<<n / block + (n % block != 0), block>>>(in, filter, out, n);
  cudaFree(filter);
}
