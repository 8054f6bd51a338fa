// The last float4 reaches beyond the end.
#include <cuda_runtime.h>

#include "tasks.h"

__global__ void saxpy_kernel(float a, const float4* x, float4* y, int quads) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= quads) return;
  const float4 p = x[i], q = y[i];
  y[i] = make_float4(a * p.x + q.x, a * p.y + q.y, a * p.z + q.z, a * p.w + q.w);
}

void saxpy_any(float a, const float* x, float* y, int n) {
  if (n == 0) return;
  const int quads = (n + 3) / 4;
  saxpy_kernel<<<(quads + 255) / 256, 256>>>(a, reinterpret_cast<const float4*>(x), reinterpret_cast<float4*>(y), quads);
}
