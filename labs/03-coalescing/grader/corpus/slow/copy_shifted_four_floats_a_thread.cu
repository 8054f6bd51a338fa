// Four floats a thread, but one by one: the lanes of each access are 16 bytes apart.
#include <cuda_runtime.h>

#include "tasks.h"

__global__ void copy_kernel(const float* in, float* out, int n) {
  const int first = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  for (int i = first; i < first + 4 && i < n; ++i) out[i] = in[i];
}

void copy_shifted(const float* in, float* out, int n) {
  if (n == 0) return;
  const int threads = (n + 3) / 4;
  copy_kernel<<<(threads + 255) / 256, 256>>>(in, out, n);
}
