// All answers into a table first, the best one out of it afterwards.
#include <algorithm>
#include <array>

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
  std::array<int, 33> warps{};  // by the number of warps in a block
  for (int w = 1; 32 * w <= kernel.maxThreadsPerBlock; ++w)
    warps[w] = resident_warps(kernel, 32 * w * shared_per_thread, device, 32 * w);
  const auto best = std::max_element(warps.begin(), warps.end());  // the first of several
  if (*best == 0) return {0, 0, 0};
  const int block = 32 * static_cast<int>(best - warps.begin());
  return {block, static_cast<int>(n / block + (n % block != 0)), block * shared_per_thread};
}
