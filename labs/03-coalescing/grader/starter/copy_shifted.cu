// Task copy_shifted: a copy between pointers that are off a 16-byte boundary by the same amount.
#include <cuda_runtime.h>

#include "tasks.h"

__global__ void copy_kernel(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}

// TODO: move 16 bytes with each access wherever the pointers allow it.
void copy_shifted(const float* in, float* out, int n) {
  if (n == 0) return;  // a grid without blocks is refused
  const int block = 256;
  copy_kernel<<<n / block + (n % block != 0), block>>>(in, out, n);
}
