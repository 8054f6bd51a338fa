// Eight bytes an access: half the requests of single floats, twice those of 16 bytes.
#include <cuda_runtime.h>

#include <cstdint>

#include "tasks.h"

__global__ void copy_kernel(const float* in, float* out, int n, int head) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int pairs = (n - head) / 2;
  if (i < pairs) {
    reinterpret_cast<float2*>(out + head)[i] = reinterpret_cast<const float2*>(in + head)[i];
  }
  if (i == 0) {
    if (head == 1) out[0] = in[0];
    if (head + 2 * pairs < n) out[n - 1] = in[n - 1];
  }
}

void copy_shifted(const float* in, float* out, int n) {
  if (n == 0) return;
  const int head = reinterpret_cast<std::uintptr_t>(in) % 8 != 0 ? 1 : 0;
  copy_kernel<<<(n / 2 + 256) / 256, 256>>>(in, out, n, head);
}
