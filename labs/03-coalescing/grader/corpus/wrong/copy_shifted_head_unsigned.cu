// n - head in unsigned arithmetic: an array that ends inside the head has a thousand million groups of four.
#include <cuda_runtime.h>

#include <cstdint>

#include "tasks.h"

__global__ void copy_kernel(const float* in, float* out, unsigned n, unsigned head) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, quads = (n - head) / 4;
  if (i < quads) reinterpret_cast<float4*>(out + head)[i] = reinterpret_cast<const float4*>(in + head)[i];
  if (i < head) out[i] = in[i];
  const unsigned tail = head + 4 * quads + i;
  if (tail < n) out[tail] = in[tail];
}

void copy_shifted(const float* in, float* out, int n) {
  if (n == 0) return;
  const unsigned head = (4 - reinterpret_cast<std::uintptr_t>(in) / sizeof(float) % 4) % 4;
  copy_kernel<<<n / 1024 + 1, 256>>>(in, out, n, head);
}
