// 16-byte accesses, but each thread takes four in a row: half of every sector is left for later.
#include <cuda_runtime.h>

#include <cstdint>

#include "tasks.h"

// Floats before the first 16-byte boundary, at most n.
int head_of(const float* p, int n) {
  const int past = static_cast<int>(reinterpret_cast<std::uintptr_t>(p) % 16 / sizeof(float));
  const int head = (4 - past) % 4;
  return head < n ? head : n;
}

__global__ void copy_kernel(const float* in, float* out, int n, int head) {
  const int me = blockIdx.x * blockDim.x + threadIdx.x;
  const int quads = (n - head) / 4;
  for (int q = 4 * me; q < 4 * me + 4 && q < quads; ++q) {
    reinterpret_cast<float4*>(out + head)[q] = reinterpret_cast<const float4*>(in + head)[q];
  }
  if (me == 0) {
    for (int k = 0; k < head; ++k) out[k] = in[k];
    for (int k = head + 4 * quads; k < n; ++k) out[k] = in[k];
  }
}

void copy_shifted(const float* in, float* out, int n) {
  if (n == 0) return;
  copy_kernel<<<(n / 16 + 256) / 256, 256>>>(in, out, n, head_of(in, n));
}
