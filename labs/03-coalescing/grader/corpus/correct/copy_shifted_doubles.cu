// Pairs of doubles are 16 bytes too; the last threads of the grid take the ends.
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
  const int threads = gridDim.x * blockDim.x;
  const int me = blockIdx.x * blockDim.x + threadIdx.x;
  const int quads = (n - head) / 4;
  const double2* source = reinterpret_cast<const double2*>(in + head);
  double2* target = reinterpret_cast<double2*>(out + head);
  if (me < quads) target[me] = source[me];
  // Ends: the last threads, which have no pair where the grid is not full.
  const int end = threads - 1 - me;
  if (end < head) out[end] = in[end];
  const int tail = head + 4 * quads;
  if (end < n - tail) out[tail + end] = in[tail + end];
}

void copy_shifted(const float* in, float* out, int n) {
  if (n == 0) return;
  copy_kernel<<<n / 4 / 512 + 1, 512>>>(in, out, n, head_of(in, n));
}
