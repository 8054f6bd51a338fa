// A failed assert ends the launch with cudaErrorAssert, says what and where on standard error, and stays.
#include <unistd.h>

#include <cassert>

#include "check.h"

__global__ void holds(int* out) {
  assert(blockDim.x == 32);
  out[threadIdx.x] = threadIdx.x;
}

__global__ void fails(const int* values) { assert(values[threadIdx.x] != 13); }

int main() {
  check::DeviceArray<int> out(32);
  holds<<<1, 32>>>(out.get());
  auto values = out.download();
  for (int i = 0; i < 32; ++i) check::expect_equal("after an assert that holds", values[i], i);

  std::FILE* file = std::tmpfile();
  int kept = dup(2);
  dup2(fileno(file), 2);
  fails<<<1, 32>>>(out.get());
  cudaError_t launched = cudaGetLastError(), waited = cudaDeviceSynchronize();
  std::fflush(stderr);
  dup2(kept, 2);
  std::rewind(file);
  char text[2000] = {};
  std::size_t length = std::fread(text, 1, sizeof text - 1, file);
  std::fclose(file);
  check::expect_status("the launch itself", launched, cudaSuccess);
  check::expect_status("the wait for a failed assert", waited, cudaErrorAssert);
  for (const char* part : {"values[threadIdx.x] != 13", "device_assert.cu", "fails", "13,0,0"}) {
    check::expect(length > 0 && std::strstr(text, part) != nullptr,
                  std::string("the message should contain \"") + part + "\", but is: " + text);
  }
  int* memory = nullptr;
  check::expect_status("cudaMalloc after a failed assert", cudaMalloc(reinterpret_cast<void**>(&memory), 4),
                       cudaErrorAssert);
  check::expect_status("cudaGetLastError after a failed assert", cudaGetLastError(), cudaErrorAssert);
  // The context is lost: check::verdict() would wait for the device and fail.
  if (check::failures == 0) std::printf("ok\n");
  return check::failures > 0;
}
