// The head runs up to a 128-byte line of the input, so that every full request of the body starts on a sector.
#include <cuda_runtime.h>

#include <cstdint>

#include "tasks.h"

__global__ void copy_kernel(const float* in, float* out, int n, int head) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int quads = (n - head) / 4;
  if (i < quads) {
    reinterpret_cast<float4*>(out + head)[i] = reinterpret_cast<const float4*>(in + head)[i];
  }
  if (blockIdx.x == 0 && threadIdx.x < 32) {
    const int lane = threadIdx.x;
    if (lane < head) out[lane] = in[lane];
    const int rest = head + 4 * quads + lane;
    if (rest < n) out[rest] = in[rest];
  }
}

void copy_shifted(const float* in, float* out, int n) {
  if (n == 0) return;
  const int past = static_cast<int>(reinterpret_cast<std::uintptr_t>(in) % 128 / sizeof(float));
  int head = (32 - past) % 32;
  if (head > n) head = n;
  const int block = 512;
  copy_kernel<<<(n / 4 + block) / block, block>>>(in, out, n, head);
}
