// Of shared memory a block takes what the device reserves for it, too.
#include <algorithm>

#include "tasks.h"

static long long round_up(long long value, long long unit) { return (value + unit - 1) / unit * unit; }

Launch choose_launch(const cudaFuncAttributes& kernel, std::size_t shared_per_thread, const cudaDeviceProp& device,
                     long long n) {
  Launch best{0, 0, 0};
  long long most = 0;
  for (int block = 32; block <= kernel.maxThreadsPerBlock; block += 32) {
    const long long warps = block / 32, registers = round_up(32LL * kernel.numRegs, 256);
    const long long shared = kernel.sharedSizeBytes + block * shared_per_thread;
    if (registers * round_up(warps, 4) > device.regsPerBlock) continue;
    if (shared > static_cast<long long>(device.sharedMemPerBlockOptin)) continue;
    const long long granted = round_up(shared, device.major >= 8 ? 128 : 256);
    long long blocks = std::min<long long>(device.maxThreadsPerMultiProcessor / 32 / warps, device.maxBlocksPerMultiProcessor);
    blocks = std::min(blocks, device.regsPerMultiprocessor / 4 / registers * 4 / warps);
    if (granted > 0) blocks = std::min(blocks, static_cast<long long>(device.sharedMemPerMultiprocessor) / granted);
    if (blocks * warps <= most) continue;
    most = blocks * warps;
    best = {block, static_cast<int>((n + block - 1) / block), block * shared_per_thread};
  }
  return best;
}
