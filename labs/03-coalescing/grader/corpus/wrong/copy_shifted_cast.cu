// The array is taken as float4 from its first float on, wherever that lies.
#include <cuda_runtime.h>

#include "tasks.h"

__global__ void copy_kernel(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 4) reinterpret_cast<float4*>(out)[i] = reinterpret_cast<const float4*>(in)[i];
  const int tail = n / 4 * 4;
  if (i < n - tail) out[tail + i] = in[tail + i];
}

void copy_shifted(const float* in, float* out, int n) {
  if (n == 0) return;
  copy_kernel<<<(n / 4 + 256) / 256, 256>>>(in, out, n);
}
