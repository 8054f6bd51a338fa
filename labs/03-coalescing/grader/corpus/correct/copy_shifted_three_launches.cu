// Head, body and tail in launches of their own.
#include <cuda_runtime.h>

#include <cstdint>

#include "tasks.h"

// Floats before the first 16-byte boundary, at most n.
int head_of(const float* p, int n) {
  const int past = static_cast<int>(reinterpret_cast<std::uintptr_t>(p) % 16 / sizeof(float));
  const int head = (4 - past) % 4;
  return head < n ? head : n;
}

__global__ void copy_floats(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}

__global__ void copy_quads(const float4* in, float4* out, int quads) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < quads) out[i] = in[i];
}

void copy_shifted(const float* in, float* out, int n) {
  const int head = head_of(in, n);
  const int quads = (n - head) / 4;
  const int tail = n - head - 4 * quads;
  if (head > 0) copy_floats<<<1, 32>>>(in, out, head);
  if (quads > 0) {
    copy_quads<<<(quads + 127) / 128, 128>>>(reinterpret_cast<const float4*>(in + head), reinterpret_cast<float4*>(out + head), quads);
  }
  if (tail > 0) copy_floats<<<1, 32>>>(in + n - tail, out + n - tail, tail);
}
