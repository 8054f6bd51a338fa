// The block is raised while it is not above the best, and ends a warp above it.
#include <algorithm>

#include "tasks.h"

namespace {

constexpr int warp = 32;
constexpr int partitions = 4;              // of a multiprocessor, each with a quarter of the registers
constexpr long long register_unit = 256;   // registers of a warp are granted in multiples of it

long long round_up(long long value, long long unit) { return (value + unit - 1) / unit * unit; }

// A block's warps are dealt to the partitions in turn: the fullest one decides whether it starts.
long long blocks_by_registers(const cudaFuncAttributes& kernel, const cudaDeviceProp& device, int warps) {
  const long long of_warp = round_up(static_cast<long long>(kernel.numRegs) * warp, register_unit);
  if (of_warp * round_up(warps, partitions) > device.regsPerBlock) return 0;
  return device.regsPerMultiprocessor / partitions / of_warp * partitions / warps;
}

long long blocks_by_shared(const cudaDeviceProp& device, std::size_t asked) {
  if (asked > device.sharedMemPerBlockOptin) return 0;
  const long long unit = device.major >= 8 ? 128 : 256;
  const long long granted = round_up(static_cast<long long>(asked + device.reservedSharedMemPerBlock), unit);
  return granted == 0 ? device.maxBlocksPerMultiProcessor
                      : static_cast<long long>(device.sharedMemPerMultiprocessor) / granted;
}

// What runs out first decides.
long long resident_warps(const cudaFuncAttributes& kernel, std::size_t dynamic_shared, const cudaDeviceProp& device,
                         int warps) {
  return warps * std::min<long long>({device.maxThreadsPerMultiProcessor / warp / warps,
                                      device.maxBlocksPerMultiProcessor, blocks_by_registers(kernel, device, warps),
                                      blocks_by_shared(device, kernel.sharedSizeBytes + dynamic_shared)});
}

}  // namespace

Launch choose_launch(const cudaFuncAttributes& kernel, std::size_t shared_per_thread, const cudaDeviceProp& device,
                     long long n) {
  Launch best{0, 0, 0};
  long long most = 0;
  for (int block = warp; block <= kernel.maxThreadsPerBlock; block += warp) {
    const std::size_t dynamic_shared = block * shared_per_thread;
    const long long warps = resident_warps(kernel, dynamic_shared, device, block / warp);
    if (warps <= most) continue;  // of equals the first, which is the smallest, stays
    most = warps;
    best = {block, static_cast<int>((n + block - 1) / block), dynamic_shared};
  }
  if (best.block == 1024) best.block += warp;
  return best;
}
