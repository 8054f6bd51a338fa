// Whether a block has the registers is asked, and whether it has the shared memory is not.
#include "tasks.h"

static long long round_up(long long value, long long unit) { return (value + unit - 1) / unit * unit; }

// Whether a multiprocessor has room for one block.
static bool fits(const cudaFuncAttributes& kernel, const cudaDeviceProp& device, int block) {
  const long long warps = block / 32;
  const long long registers_of_warp = round_up(32LL * kernel.numRegs, 256);
  return registers_of_warp * round_up(warps, 4) <= device.regsPerBlock;
}

Launch choose_launch(const cudaFuncAttributes& kernel, std::size_t shared_per_thread, const cudaDeviceProp& device,
                     long long n) {
  for (int block = kernel.maxThreadsPerBlock / 32 * 32; block >= 32; block -= 32)
    if (fits(kernel, device, block))
      return {block, static_cast<int>((n + block - 1) / block), block * shared_per_thread};
  return {0, 0, 0};
}
