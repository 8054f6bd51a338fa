// Resident blocks against numbers worked out by hand from the limits of each capability.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "grading/simulator/occupancy/occupancy.h"

#include <doctest/doctest.h>

using namespace sim::occupancy;

namespace {

Occupancy of(const char* capability, int threads, int registers, std::size_t static_shared = 0,
             std::size_t dynamic = 0) {
  const Limits* limits = limits_of(capability);
  REQUIRE(limits != nullptr);
  return occupancy(*limits, {threads, registers, static_shared, dynamic});
}

int blocks(const char* capability, int registers, std::size_t shared, int threads) {
  return of(capability, threads, registers, shared).blocks;
}

}  // namespace

TEST_CASE("the seven capabilities, and no other") {
  CHECK(capabilities().size() == 7);
  CHECK(limits_of("8.7") == nullptr);
  CHECK(limits_of(9, 0) == limits_of("9.0"));
}

TEST_CASE("each resource can be the one that runs out") {
  // 8.6: 48 warps; blocks of 8: six. 32 registers are 1024 a warp, 16 warps a partition, 64 in all.
  CHECK(of("8.6", 256, 32).sentence() == "48 of 48 warps (100 %), limited by warps");
  // 9.0: 72 registers are 2304 a warp, 7 warps a partition, 28 in all: three blocks of 8.
  CHECK(of("9.0", 256, 72).sentence() == "24 of 64 warps (38 %), limited by registers");
  // 9.0: 40 KB and the driver's one: 228 / 41 = 5 blocks of 4 warps.
  CHECK(of("9.0", 128, 16, 8 * 1024, 32 * 1024).sentence() == "20 of 64 warps (31 %), limited by shared memory");
  CHECK(of("8.9", 32, 16).sentence() == "24 of 48 warps (50 %), limited by blocks");
  // 7.5 holds 16 blocks, and 32 warps are 16 blocks of two: both limits at once.
  CHECK(of("7.5", 64, 16).sentence() == "32 of 32 warps (100 %), limited by warps and blocks");
}

TEST_CASE("a block that fits nowhere says why") {
  // 65 registers are 2304 a warp; 32 warps of them are 73728 of 65536.
  CHECK(of("9.0", 1024, 65).sentence() == "no block fits: one alone needs more registers than there are");
  CHECK(of("7.5", 32, 16, 0, 64 * 1024 + 1).sentence() ==
        "no block fits: one alone needs more shared memory than there are");
  CHECK(of("9.0", 1025, 16).blocks == 0);
  CHECK(of("9.0", 0, 16).blocks == 0);
}

TEST_CASE("what is left for dynamic shared memory is what still fits, and not a byte less") {
  for (const Limits& limits : capabilities())
    for (const std::size_t used : {std::size_t{0}, std::size_t{100}, std::size_t{5000}, std::size_t{49152}})
      for (int blocks = 1; blocks <= static_cast<int>(limits.blocks); ++blocks) {
        const std::size_t free = available_dynamic_shared(limits, used, blocks);
        CAPTURE(limits.name());
        CAPTURE(used);
        CAPTURE(blocks);
        if (free > 0) CHECK(occupancy(limits, {32, 0, used, free}).blocks >= blocks);
        CHECK(occupancy(limits, {32, 0, used, free + 1}).blocks < blocks);
      }
}

TEST_CASE("the answers that an H200 gave for a small kernel") {
  const int threads[] = {32, 48, 64, 96, 128, 192, 256, 512, 700, 1024};
  const int resident[] = {32, 32, 32, 21, 16, 10, 8, 4, 2, 2};
  for (int i = 0; i < 10; ++i) CHECK(blocks("9.0", 16, 0, threads[i]) == resident[i]);
}

TEST_CASE("threads, blocks and warps limit by capability") {
  CHECK(blocks("7.5", 16, 0, 1024) == 1);  // 1024 threads of 1024
  CHECK(blocks("8.6", 16, 0, 1024) == 1);  // 1536 threads: one block of 1024
  CHECK(blocks("8.9", 16, 0, 32) == 24);   // 24 blocks
  CHECK(blocks("8.6", 16, 0, 700) == 2);   // 22 warps of 48
  CHECK(blocks("12.0", 16, 0, 256) == 6);  // 48 warps / 8
}

TEST_CASE("registers are granted 256 at a time a warp, in four partitions") {
  // 162 registers: 5184 a warp, rounded to 5376; 16384 / 5376 = 3 warps a partition, 12 in all.
  CHECK(blocks("8.0", 162, 0, 384) == 1);
  CHECK(blocks("8.0", 162, 0, 416) == 0);  // 13 warps count as 16: 86016 registers
  CHECK(blocks("8.0", 162, 0, 128) == 3);
  CHECK(blocks("8.0", 32, 0, 256) == 8);  // 1024 a warp: 16 a partition, 64 warps
  CHECK(blocks("8.0", 33, 0, 256) == 6);  // 1280 a warp (1056 rounded up): 12 a partition, 48 warps
}

TEST_CASE("shared memory with the driver's kilobyte from 8.0 on") {
  CHECK(blocks("7.5", 16, 16 * 1024, 128) == 4);  // 64 / 16
  CHECK(blocks("8.0", 16, 16 * 1024, 128) == 9);  // 164 / 17
  CHECK(blocks("9.0", 16, 48 * 1024, 128) == 4);  // 228 / 49
  CHECK(blocks("9.0", 16, 227 * 1024, 128) == 1);
  CHECK(blocks("9.0", 16, 227 * 1024 + 1, 128) == 0);
}
