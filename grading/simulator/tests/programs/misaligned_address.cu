// An access that is not aligned to its width ends the launch with cudaErrorMisalignedAddress.
#include "check.h"

__global__ void copy(const float4* from, float4* to) { to[threadIdx.x] = from[threadIdx.x]; }

int main() {
  check::DeviceArray<float> from(64), to(64);
  copy<<<1, 8>>>(reinterpret_cast<float4*>(from.get() + 4), reinterpret_cast<float4*>(to.get()));
  check::synchronise();
  copy<<<1, 8>>>(reinterpret_cast<float4*>(from.get() + 1), reinterpret_cast<float4*>(to.get()));
  check::expect_status("the launch itself", cudaGetLastError(), cudaSuccess);
  check::expect_status("cudaDeviceSynchronize", cudaDeviceSynchronize(), cudaErrorMisalignedAddress);
  check::expect_status("cudaDeviceSynchronize again", cudaDeviceSynchronize(), cudaErrorMisalignedAddress);
  if (check::failures == 0) std::printf("ok\n");
  return check::failures > 0;
}
