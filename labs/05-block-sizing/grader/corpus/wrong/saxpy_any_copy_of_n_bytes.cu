// The number of elements taken for the number of bytes of a copy of x.
#include <cuda_runtime.h>

#include "tasks.h"

__global__ void saxpy_kernel(float a, const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

void saxpy_any(float a, const float* x, float* y, int n) {
  if (n == 0) return;
  float* copy = nullptr;
  cudaMalloc(&copy, n);
  cudaMemcpy(copy, x, n, cudaMemcpyDeviceToDevice);
  saxpy_kernel<<<(n + 255) / 256, 256>>>(a, copy, y, n);
  cudaFree(copy);
}
