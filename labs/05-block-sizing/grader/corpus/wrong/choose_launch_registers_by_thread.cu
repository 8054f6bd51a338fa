// 65536 registers divided by those of a thread: 682 threads of 96 registers, where 640 is the limit.
#include "tasks.h"

// Whether a multiprocessor has room for one block.
static bool fits(const cudaFuncAttributes& kernel, std::size_t shared_per_thread, const cudaDeviceProp& device,
                 int block) {
  const std::size_t shared = kernel.sharedSizeBytes + block * shared_per_thread;
  return 1LL * block * kernel.numRegs <= device.regsPerBlock && shared <= device.sharedMemPerBlockOptin;
}

Launch choose_launch(const cudaFuncAttributes& kernel, std::size_t shared_per_thread, const cudaDeviceProp& device,
                     long long n) {
  for (int block = kernel.maxThreadsPerBlock / 32 * 32; block >= 32; block -= 32)
    if (fits(kernel, shared_per_thread, device, block))
      return {block, static_cast<int>((n + block - 1) / block), block * shared_per_thread};
  return {0, 0, 0};
}
