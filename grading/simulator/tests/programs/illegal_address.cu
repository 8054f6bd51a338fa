// A kernel that follows a null pointer ends with cudaErrorIllegalAddress, and so does every later call that needs the device.
#include "check.h"

__global__ void follow(int* pointer) { pointer[threadIdx.x] = 1; }

int main() {
  check::DeviceArray<int> fine(32);
  follow<<<1, 32>>>(fine.get());
  check::expect_equal("a legal store", fine.download(), std::vector<int>(32, 1));

  follow<<<1, 32>>>(nullptr);
  check::expect_status("the launch itself", cudaGetLastError(), cudaSuccess);
  check::expect_status("cudaDeviceSynchronize", cudaDeviceSynchronize(), cudaErrorIllegalAddress);
  int value;
  check::expect_status("cudaMemcpy afterwards", cudaMemcpy(&value, fine.get(), 4, cudaMemcpyDeviceToHost),
                       cudaErrorIllegalAddress);
  int* memory = nullptr;
  check::expect_status("cudaMalloc afterwards", cudaMalloc(reinterpret_cast<void**>(&memory), 4),
                       cudaErrorIllegalAddress);
  follow<<<1, 32>>>(fine.get());
  check::expect_status("a launch afterwards", cudaGetLastError(), cudaErrorIllegalAddress);
  check::expect_status("cudaGetLastError once it was taken", cudaGetLastError(), cudaSuccess);
  check::expect_status("the next call", cudaDeviceSynchronize(), cudaErrorIllegalAddress);
  check::expect_status("cudaPeekAtLastError after it", cudaPeekAtLastError(), cudaErrorIllegalAddress);
  check::expect_status("cudaGetLastError after it", cudaGetLastError(), cudaErrorIllegalAddress);
  if (check::failures == 0) std::printf("ok\n");
  return check::failures > 0;
}
