// Resident blocks against numbers worked out from the limits of each capability (CUDA Programming Guide 13.0).
#include <doctest/doctest.h>

#include "grading/simulator/runtime/kernels.h"
#include "grading/simulator/runtime/properties.h"

using namespace sim::runtime;

namespace {

int blocks(int major, int minor, int registers, std::size_t shared, int threads) {
  for (const Capability& c : capabilities())
    if (c.limits.major == major && c.limits.minor == minor)
      return blocks_per_multiprocessor(c.limits, registers, shared, threads);
  return -1;
}

}  // namespace

TEST_CASE("occupancy: the answers that an H200 gave for a small kernel") {
  const int threads[] = {32, 48, 64, 96, 128, 192, 256, 512, 700, 1024};
  const int resident[] = {32, 32, 32, 21, 16, 10, 8, 4, 2, 2};
  for (int i = 0; i < 10; ++i) CHECK(blocks(9, 0, 16, 0, threads[i]) == resident[i]);
}

TEST_CASE("occupancy: threads, blocks and warps limit by capability") {
  CHECK(blocks(7, 5, 16, 0, 1024) == 1);   // 1024 threads of 1024
  CHECK(blocks(8, 6, 16, 0, 1024) == 1);   // 1536 threads: one block of 1024
  CHECK(blocks(8, 9, 16, 0, 32) == 24);    // 24 blocks
  CHECK(blocks(8, 6, 16, 0, 700) == 2);    // 22 warps of 48
  CHECK(blocks(12, 0, 16, 0, 256) == 6);   // 48 warps / 8
}

TEST_CASE("occupancy: registers are granted 256 at a time a warp, in four partitions") {
  // 162 registers: 5184 a warp, rounded to 5376; 16384 / 5376 = 3 warps a partition, 12 in all.
  CHECK(blocks(8, 0, 162, 0, 384) == 1);
  CHECK(blocks(8, 0, 162, 0, 416) == 0);  // 13 warps count as 16: 86016 registers
  CHECK(blocks(8, 0, 162, 0, 128) == 3);
  CHECK(blocks(8, 0, 32, 0, 256) == 8);   // 1024 a warp: 16 a partition, 64 warps
  CHECK(blocks(8, 0, 33, 0, 256) == 6);   // 1280 a warp (1056 rounded up): 12 a partition, 48 warps
}

TEST_CASE("occupancy: shared memory with the driver's kilobyte from 8.0 on") {
  CHECK(blocks(7, 5, 16, 16 * 1024, 128) == 4);   // 64 / 16
  CHECK(blocks(8, 0, 16, 16 * 1024, 128) == 9);   // 164 / 17
  CHECK(blocks(9, 0, 16, 48 * 1024, 128) == 4);   // 228 / 49
  CHECK(blocks(9, 0, 16, 227 * 1024, 128) == 1);
  CHECK(blocks(9, 0, 16, 227 * 1024 + 1, 128) == 0);
}
