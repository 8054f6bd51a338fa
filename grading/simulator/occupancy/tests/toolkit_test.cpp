// The toolkit's own occupancy calculator, asked the same over a grid of inputs, for every capability.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <cuda_occupancy.h>
#include <doctest/doctest.h>

#include <algorithm>

#include "grading/simulator/occupancy/occupancy.h"

using namespace sim::occupancy;

namespace {

cudaOccDeviceProp properties_of(const Limits& limits) {
  cudaOccDeviceProp p;
  p.computeMajor = limits.major, p.computeMinor = limits.minor;
  p.maxThreadsPerBlock = max_threads_per_block;
  p.maxThreadsPerMultiprocessor = static_cast<int>(limits.threads);
  p.regsPerBlock = p.regsPerMultiprocessor = static_cast<int>(limits.registers);
  p.warpSize = warp_size;
  p.sharedMemPerBlock = limits.shared_per_block;
  p.sharedMemPerMultiprocessor = limits.shared;
  p.sharedMemPerBlockOptin = limits.shared_per_block_optin;
  p.reservedSharedMemPerBlock = limits.shared_reserved;
  p.numSms = 1;
  return p;
}

cudaOccResult toolkit(const cudaOccDeviceProp& properties, const Block& block) {
  cudaOccFuncAttributes attributes;
  attributes.maxThreadsPerBlock = max_threads_per_block;
  attributes.numRegs = block.registers;
  attributes.sharedSizeBytes = block.static_shared;
  attributes.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
  attributes.maxDynamicSharedSizeBytes = block.dynamic_shared;  // raised as far as this launch needs
  attributes.numBlockBarriers = 1;
  const cudaOccDeviceState state;
  cudaOccResult result{};
  REQUIRE(cudaOccMaxActiveBlocksPerMultiprocessor(&result, &properties, &attributes, &state, block.threads,
                                                  block.dynamic_shared) == CUDA_OCC_SUCCESS);
  return result;
}

unsigned factors(const Occupancy& ours) {
  unsigned bits = 0;
  for (const Resource resource : ours.limited_by())
    bits |= resource == Resource::warps           ? OCC_LIMIT_WARPS
            : resource == Resource::registers     ? OCC_LIMIT_REGISTERS
            : resource == Resource::shared_memory ? OCC_LIMIT_SHARED_MEMORY
                                                  : OCC_LIMIT_BLOCKS;
  return bits;
}

// doctest's CHECK costs a microsecond; a million of them are for differences only.
struct Sweep {
  const Limits& limits;
  const cudaOccDeviceProp properties = properties_of(limits);
  std::size_t compared = 0, different = 0;

  void ask(const Block& block) {
    const Occupancy ours = occupancy(limits, block);
    const cudaOccResult theirs = toolkit(properties, block);
    ++compared;
    const unsigned known = OCC_LIMIT_WARPS | OCC_LIMIT_REGISTERS | OCC_LIMIT_SHARED_MEMORY | OCC_LIMIT_BLOCKS;
    if (ours.blocks == theirs.activeBlocksPerMultiprocessor && ours.by_warps == theirs.blockLimitWarps &&
        ours.by_registers == theirs.blockLimitRegs && ours.by_shared == theirs.blockLimitSharedMem &&
        ours.by_blocks == theirs.blockLimitBlocks && factors(ours) == (theirs.limitingFactors & known))
      return;
    if (++different > 5) return;
    CAPTURE(limits.name());
    CAPTURE(block.threads);
    CAPTURE(block.registers);
    CAPTURE(block.static_shared);
    CAPTURE(block.dynamic_shared);
    CHECK(ours.blocks == theirs.activeBlocksPerMultiprocessor);
    CHECK(ours.by_warps == theirs.blockLimitWarps);
    CHECK(ours.by_registers == theirs.blockLimitRegs);
    CHECK(ours.by_shared == theirs.blockLimitSharedMem);
    CHECK(ours.by_blocks == theirs.blockLimitBlocks);
    CHECK(factors(ours) == (theirs.limitingFactors & known));
  }
};

}  // namespace

TEST_CASE("the toolkit's calculator gives the same numbers over the whole grid") {
  std::size_t compared = 0;
  for (const Limits& limits : capabilities()) {
    Sweep sweep{limits};
    // Every count of registers with every number of warps, and with ragged blocks.
    for (int registers = 0; registers <= 255; ++registers) {
      for (int threads = 32; threads <= 1056; threads += 32) sweep.ask({threads, registers, 0, 0});
      for (const int threads : {1, 31, 33, 100, 257, 700, 1023, 1025}) sweep.ask({threads, registers, 0, 0});
    }
    // Shared memory in steps that are no multiple of a unit, and around every limit; static and dynamic in all shares.
    const std::size_t most = limits.shared + 2048;
    for (std::size_t total = 0; total <= most; total += 509)
      for (const std::size_t percent : {0u, 30u, 100u})
        for (const int threads : {32, 96, 256, 1024})
          for (const int registers : {0, 24, 64})
            sweep.ask({threads, registers, std::min<std::size_t>(total * percent / 100, 49152),
                       total - std::min<std::size_t>(total * percent / 100, 49152)});
    for (const std::size_t limit : {limits.shared_per_block, limits.shared_per_block_optin, limits.shared})
      for (std::size_t total = limit - 1300; total <= limit + 1300; ++total) sweep.ask({128, 32, 0, total});
    CHECK(sweep.different == 0);
    compared += sweep.compared;
  }
  MESSAGE(compared << " blocks compared on " << capabilities().size() << " compute capabilities");
  CHECK(compared > 100000);
}
