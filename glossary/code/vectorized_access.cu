// Four floats an access where the address allows it: what to check before the cast, and what to do with the rest.
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <vector>

//! [negate four at a time]
/// Changes the sign of n floats at x, which lies on a 16-byte boundary.
__global__ void negate_by_four(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 4) {
    float4 v = reinterpret_cast<float4*>(x)[i];
    v = make_float4(-v.x, -v.y, -v.z, -v.w);
    reinterpret_cast<float4*>(x)[i] = v;
  }
  // Up to three floats are left at the end; the first lanes take them.
  const int last = n / 4 * 4 + i;
  if (last < n) x[last] = -x[last];
}
//! [negate four at a time]

int main() {
  constexpr int n = 1023, block = 256;
  std::vector<float> x(n);
  for (int i = 0; i < n; ++i) x[i] = static_cast<float>(i + 1);
  float* device = nullptr;
  cudaMalloc(&device, n * sizeof(float));
  if (reinterpret_cast<std::uintptr_t>(device) % alignof(float4) != 0) return 1;
  cudaMemcpy(device, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  negate_by_four<<<(n / 4 + block) / block, block>>>(device, n);
  const cudaError_t status = cudaMemcpy(x.data(), device, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(device);
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += x[i] != -static_cast<float>(i + 1);
  std::printf("%d floats, %d wrong, %s\n", n, wrong, cudaGetErrorString(status));
  return wrong != 0 || status != cudaSuccess;
}
