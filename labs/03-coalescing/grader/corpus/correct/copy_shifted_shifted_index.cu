// Counts 16-byte groups from the boundary below the array: the first and the last group are taken apart.
#include <cuda_runtime.h>

#include <cstdint>

#include "tasks.h"

__global__ void copy_kernel(const float* in, float* out, int n, int shift) {
  const int group = blockIdx.x * blockDim.x + threadIdx.x;
  const int first = 4 * group - shift;  // float at which the group starts; below 0 in the first group
  if (first >= n) return;
  if (first >= 0 && first + 4 <= n) {
    *reinterpret_cast<float4*>(out + first) = *reinterpret_cast<const float4*>(in + first);
  } else {
    for (int k = max(first, 0); k < min(first + 4, n); ++k) out[k] = in[k];
  }
}

void copy_shifted(const float* in, float* out, int n) {
  if (n == 0) return;
  const int shift = static_cast<int>(reinterpret_cast<std::uintptr_t>(in) % 16 / sizeof(float));
  const int groups = (n + shift + 3) / 4;
  copy_kernel<<<(groups + 191) / 192, 192>>>(in, out, n, shift);
}
