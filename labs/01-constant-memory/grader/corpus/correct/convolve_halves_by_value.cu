// Sixteen taps by value in each of two launches; the second adds to what the first stored.
#include <cuda_runtime.h>

#include "tasks.h"

struct Half {
  float v[16];
};
__global__ void convolve_kernel(Half g, const float* in, float* out, int n, bool add) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i >= n) return;
  float sum = add ? out[i] : 0;
#pragma unroll
  for (int k = 0; k < 16; ++k) sum += g.v[k] * in[i + k];
  out[i] = sum;
}
void convolve(const float* in, const float* taps, float* out, int n) {
  if (!n) return;
  Half a, b;
  for (int t = 0; t < 16; ++t) a.v[t] = taps[t], b.v[t] = taps[16 + t];
  convolve_kernel<<<(n + 255) / 256, 256>>>(a, in, out, n, false);
  convolve_kernel<<<(n + 255) / 256, 256>>>(b, in + 16, out, n, true);
}
