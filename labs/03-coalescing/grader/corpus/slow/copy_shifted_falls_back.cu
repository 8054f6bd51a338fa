// 16-byte accesses only where nothing is shifted, single floats everywhere else.
#include <cuda_runtime.h>

#include <cstdint>

#include "tasks.h"

__global__ void copy_quads(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 4) reinterpret_cast<float4*>(out)[i] = reinterpret_cast<const float4*>(in)[i];
  const int tail = n / 4 * 4;
  if (i < n - tail) out[tail + i] = in[tail + i];
}

__global__ void copy_floats(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}

void copy_shifted(const float* in, float* out, int n) {
  if (n == 0) return;
  if (reinterpret_cast<std::uintptr_t>(in) % 16 == 0) {
    copy_quads<<<(n / 4 + 256) / 256, 256>>>(in, out, n);
  } else {
    copy_floats<<<(n + 255) / 256, 256>>>(in, out, n);
  }
}
