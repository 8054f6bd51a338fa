// One float a thread: every sector comes, but in four times as many requests.
#include <cuda_runtime.h>

#include "tasks.h"

__global__ void copy_kernel(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}

void copy_shifted(const float* in, float* out, int n) {
  if (n == 0) return;
  copy_kernel<<<(n + 255) / 256, 256>>>(in, out, n);
}
