// Groups of four, and nobody for the last one to three elements.
#include <cuda_runtime.h>

#include "tasks.h"

__global__ void saxpy_kernel(float a, const float4* x, float4* y, int quads) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= quads) return;
  const float4 p = x[i], q = y[i];
  y[i] = make_float4(a * p.x + q.x, a * p.y + q.y, a * p.z + q.z, a * p.w + q.w);
}

void saxpy_any(float a, const float* x, float* y, int n) {
  if (n < 4) return;
  saxpy_kernel<<<(n / 4 + 255) / 256, 256>>>(a, reinterpret_cast<const float4*>(x), reinterpret_cast<float4*>(y), n / 4);
}
