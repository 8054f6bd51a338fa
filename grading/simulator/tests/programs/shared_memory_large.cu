// More than 48 KiB of dynamic shared memory: refused until the kernel's attribute permits it.
#include "check.h"

extern __shared__ int large[];

__global__ void fill_and_gather(int words, int* out) {
  for (int i = threadIdx.x; i < words; i += blockDim.x) large[i] = i * 3;
  __syncthreads();
  int t = threadIdx.x;
  out[t] = large[words - 1 - t] + large[(t * 101) % words];
}

int main() {
  constexpr int threads = 256;
  int limit = 0, default_limit = 0;
  check::succeed(cudaDeviceGetAttribute(&limit, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
  check::succeed(cudaDeviceGetAttribute(&default_limit, cudaDevAttrMaxSharedMemoryPerBlock, 0));
  check::expect_equal("shared memory per block without opting in", default_limit, 48 * 1024);
  check::expect(limit >= 64 * 1024, "opting in gives at least 64 KiB from compute capability 7.5");

  check::DeviceArray<int> out(threads);
  auto run = [&](int bytes) {
    int words = bytes / 4;
    fill_and_gather<<<1, threads, bytes>>>(words, out.get());
    auto got = out.download();
    for (int t = 0; t < threads; ++t) {
      check::expect_equal("gathered", got[t], (words - 1 - t) * 3 + (t * 101) % words * 3);
    }
  };
  run(48 * 1024);
  fill_and_gather<<<1, threads, 48 * 1024 + 4>>>(1, out.get());
  check::expect_status("a launch with 48 KiB and 4 bytes", cudaGetLastError(), cudaErrorInvalidValue);

  check::expect_status("more than the device has",
                       cudaFuncSetAttribute(fill_and_gather, cudaFuncAttributeMaxDynamicSharedMemorySize, limit + 1),
                       cudaErrorInvalidValue);
  cudaGetLastError();
  check::succeed(cudaFuncSetAttribute(fill_and_gather, cudaFuncAttributeMaxDynamicSharedMemorySize, limit));
  run(60 * 1024);
  run(limit);
  cudaFuncAttributes attributes;
  check::succeed(cudaFuncGetAttributes(&attributes, fill_and_gather));
  check::expect_equal("maxDynamicSharedSizeBytes", attributes.maxDynamicSharedSizeBytes, limit);
  return check::verdict();
}
