// Solution of copy_shifted: one 16-byte access a thread, the odd floats before and after it in the same launch.
#include <cuda_runtime.h>

#include <cstdint>

#include "tasks.h"

// `head` floats lie before the first 16-byte boundary, `quads` groups of four behind it, at most three at the end.
// Lanes share head and tail: one request each in the first warp, instead of one for every float.
__global__ void copy_kernel(const float* in, float* out, int n, int head, int quads) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < quads) {
    reinterpret_cast<float4*>(out + head)[i] = reinterpret_cast<const float4*>(in + head)[i];
  }
  if (i < head) out[i] = in[i];
  const int tail = head + 4 * quads;
  if (i < n - tail) out[tail + i] = in[tail + i];
}

void copy_shifted(const float* in, float* out, int n) {
  if (n == 0) return;
  constexpr int block = 256;
  const int past = static_cast<int>(reinterpret_cast<std::uintptr_t>(in) % sizeof(float4) / sizeof(float));
  int head = (4 - past) % 4;
  if (head > n) head = n;  // an array that ends before the boundary has no body
  const int quads = (n - head) / 4;
  const int threads = quads > 3 ? quads : 3;
  copy_kernel<<<(threads + block - 1) / block, block>>>(in, out, n, head, quads);
}
