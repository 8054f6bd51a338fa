// Launches that are refused, with the status of the runtime of CUDA 13 (earlier ones answer
// cudaErrorInvalidConfiguration for shapes); they run nothing and do no lasting harm.
#include "check.h"

__global__ void count(int* counter) { atomicAdd(counter, 1); }
__global__ void __launch_bounds__(128) bounded(int* counter) { atomicAdd(counter, 1); }

int main() {
  check::DeviceArray<int> counter(1);
  auto refused = [&](const char* what, dim3 grid, dim3 block, std::size_t shared, cudaError_t wanted) {
    count<<<grid, block, shared>>>(counter.get());
    check::expect_status(what, cudaPeekAtLastError(), wanted);
    check::expect_status("cudaGetLastError", cudaGetLastError(), wanted);
    check::expect_status("cudaGetLastError again", cudaGetLastError(), cudaSuccess);
  };
  refused("a block of 1025 threads", 1, 1025, 0, cudaErrorInvalidValue);
  refused("a block of 0 threads", 1, dim3(0, 1, 1), 0, cudaErrorInvalidValue);
  refused("a grid of 0 blocks", 0, 32, 0, cudaErrorInvalidValue);
  refused("a block of 2 x 2 x 65 threads", 1, dim3(2, 2, 65), 0, cudaErrorInvalidValue);
  refused("a block of 33 x 32 threads", 1, dim3(33, 32), 0, cudaErrorInvalidValue);
  refused("a grid 65536 blocks high", dim3(1, 65536), 32, 0, cudaErrorInvalidValue);
  refused("a grid 65536 blocks deep", dim3(1, 1, 65536), 32, 0, cudaErrorInvalidValue);
  refused("100000 bytes of shared memory without opting in", 1, 32, 100000, cudaErrorInvalidValue);

  bounded<<<1, 129>>>(counter.get());
  check::expect_status("a block larger than the kernel's launch bounds", cudaGetLastError(), cudaErrorInvalidValue);
  check::expect_equal("counter after refused launches", counter.download()[0], 0);

  count<<<dim3(2, 65535), 1>>>(counter.get());
  bounded<<<1, 128>>>(counter.get());
  check::expect_equal("counter after legal launches", counter.download()[0], 2 * 65535 + 128);

  // An API call that fails leaves its status for cudaGetLastError too.
  int value = 0;
  check::expect_status("cudaMemcpy with a bad direction",
                       cudaMemcpy(&value, counter.get(), 4, static_cast<cudaMemcpyKind>(17)),
                       cudaErrorInvalidMemcpyDirection);
  check::expect_status("cudaGetLastError", cudaGetLastError(), cudaErrorInvalidMemcpyDirection);
  check::expect_status("cudaSetDevice(1000)", cudaSetDevice(1000), cudaErrorInvalidDevice);
  cudaGetLastError();
  check::expect(std::string(cudaGetErrorName(cudaErrorInvalidConfiguration)) == "cudaErrorInvalidConfiguration",
                "name");
  check::expect(std::string(cudaGetErrorString(cudaErrorInvalidConfiguration)) == "invalid configuration argument",
                "text");
  return check::verdict();
}
