// The same arithmetic in floating point, rounded by floor and ceil.
#include <algorithm>
#include <cmath>

#include "tasks.h"

static double resident_warps(const cudaFuncAttributes& kernel, double shared, const cudaDeviceProp& device, double warps) {
  const double of_warp = 256 * std::ceil(kernel.numRegs / 8.0), unit = device.major >= 8 ? 128 : 256;
  if (of_warp * 4 * std::ceil(warps / 4) > device.regsPerBlock) return 0;
  if (shared > static_cast<double>(device.sharedMemPerBlockOptin)) return 0;
  const double granted = unit * std::ceil((shared + static_cast<double>(device.reservedSharedMemPerBlock)) / unit);
  const double by_warps = std::floor(device.maxThreadsPerMultiProcessor / 32.0 / warps);
  const double by_registers = std::floor(4 * std::floor(device.regsPerMultiprocessor / 4.0 / of_warp) / warps);
  const double by_shared =
      granted > 0 ? std::floor(static_cast<double>(device.sharedMemPerMultiprocessor) / granted) : by_warps;
  return warps * std::min({by_warps, by_registers, by_shared, double(device.maxBlocksPerMultiProcessor)});
}

Launch choose_launch(const cudaFuncAttributes& kernel, std::size_t shared_per_thread, const cudaDeviceProp& device,
                     long long n) {
  int best = 0;
  double most = 0;
  for (int block = 32; block <= kernel.maxThreadsPerBlock; block += 32) {
    const double shared = static_cast<double>(kernel.sharedSizeBytes + block * shared_per_thread);
    const double warps = resident_warps(kernel, shared, device, block / 32);
    if (warps > most) most = warps, best = block;
  }
  if (best == 0) return {0, 0, 0};
  return {best, static_cast<int>(std::ceil(static_cast<double>(n) / best)), best * shared_per_thread};
}
