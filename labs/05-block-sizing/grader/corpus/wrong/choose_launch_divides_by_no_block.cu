// No block fits, and the number of blocks is worked out all the same: a division by 0.
#include "tasks.h"

static int resident_warps(const cudaFuncAttributes& kernel, std::size_t dynamic_shared, const cudaDeviceProp& device,
                          int block) {
  const int warps = block / 32;
  int blocks = device.maxThreadsPerMultiProcessor / block;
  if (blocks > device.maxBlocksPerMultiProcessor) blocks = device.maxBlocksPerMultiProcessor;

  const int registers_of_warp = (kernel.numRegs * 32 + 255) / 256 * 256;
  if (registers_of_warp * ((warps + 3) / 4 * 4) > device.regsPerBlock) return 0;
  const int by_registers = device.regsPerMultiprocessor / 4 / registers_of_warp * 4 / warps;
  if (blocks > by_registers) blocks = by_registers;

  const std::size_t shared = kernel.sharedSizeBytes + dynamic_shared;
  if (shared > device.sharedMemPerBlockOptin) return 0;
  const std::size_t unit = device.major >= 8 ? 128 : 256;
  const std::size_t granted = (shared + device.reservedSharedMemPerBlock + unit - 1) / unit * unit;
  while (blocks > 0 && blocks * granted > device.sharedMemPerMultiprocessor) --blocks;
  return blocks * warps;
}

Launch choose_launch(const cudaFuncAttributes& kernel, std::size_t shared_per_thread, const cudaDeviceProp& device,
                     long long n) {
  Launch best{0, 0, 0};
  int most = 0;
  for (int block = 32; block <= kernel.maxThreadsPerBlock; block += 32) {
    const int warps = resident_warps(kernel, block * shared_per_thread, device, block);
    if (warps > most) {
      most = warps;
      best.block = block;
    }
  }
  best.grid = static_cast<int>((n + best.block - 1) / best.block);
  best.dynamic_shared = best.block * shared_per_thread;
  return best;
}
