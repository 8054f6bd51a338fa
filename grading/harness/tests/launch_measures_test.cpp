// Measures of how a launch is cut into blocks. The counts are chosen; percentages follow by arithmetic, resident warps
// from the limits of the compute capabilities (CUDA C++ Programming Guide 13.0, 20.2).
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "grading/harness/measures.h"

using namespace course::harness;

namespace {

std::string launch(int blocks, int threads, int idle, int issued, int active, int static_shared = 0,
                   int dynamic_shared = 0) {
  return fmt::format(
      R"json({{ "index": 0, "kernel": "void k<1>(float*)", "grid": [{},1,1], "block": [{},1,1], "static_shared": {},
           "dynamic_shared": {}, "idle_blocks": {}, "status": 0, "refused": "",
           "counters": {{ "sim__warp_instructions.sum": {}, "sim__thread_instructions.sum": {} }},
           "lines": [ {{ "file": "a.cu", "line": 7, "counters": {{ "sim__warp_instructions.sum": {},
                         "sim__thread_instructions.sum": {} }} }} ] }})json",
      blocks, threads, static_shared, dynamic_shared, idle, issued, active, issued, active);
}

Evidence evidence(const std::string& launches, const std::string& notes = "") {
  return parse_evidence(R"({ "schema": 1, "machine": "sim", "launches": [)" + launches +
                        R"(], "copies": [], "errors": [], "faults": [], "notes": [)" + notes + "] }");
}

Measured of(std::string_view name, const Evidence& evidence) {
  const auto measured = measure(name, evidence, {});
  REQUIRE(measured);
  return *measured;
}

}  // namespace

TEST_CASE("idle lanes are those that an issued instruction had and did not use") {
  // A block of 48 threads is a whole warp and a half: 24 of 32 lanes on average.
  const Measured measured = of("idle_lanes_percent", evidence(launch(10, 48, 0, 100, 2400)));
  CHECK(measured.value == doctest::Approx(25));
  CHECK(measured.where == "a.cu:7");
  CHECK(measured.line_sentence ==
        "24 of 32 lanes are active here; k<1><<<10, 48>>> (blocks, then threads in a block) leaves 16 of the 64 lanes of a "
        "block's 2 warps without a thread");
}

TEST_CASE("the shape of a block is named where it is most of the reason, and only there") {
  // Grid and block in each other's place: 6 threads in a block.
  CHECK(of("lanes_per_instruction", evidence(launch(256, 6, 0, 100, 600))).line_sentence ==
        "6 of 32 lanes are active here; k<1><<<256, 6>>> (blocks, then threads in a block) leaves 26 of the 32 lanes of a "
        "block's warp without a thread");
  // 1000 threads are 31.25 warps: 24 lanes of 1024 without a thread, 0.75 of 32 a warp. Here 16 of 32 are off.
  CHECK(of("lanes_per_instruction", evidence(launch(10, 1000, 0, 100, 1600))).line_sentence ==
        "16 of 32 lanes are active here");
  CHECK(of("lanes_per_instruction", evidence(launch(10, 64, 0, 100, 1600))).line_sentence ==
        "16 of 32 lanes are active here");
}

TEST_CASE("idle blocks are counted over all launches, and the worst launch is named") {
  const Measured measured =
      of("idle_blocks_percent", evidence(launch(40, 256, 30, 1, 32) + "," + launch(10, 256, 0, 1, 32)));
  CHECK(measured.value == doctest::Approx(60));
  CHECK(measured.line_sentence ==
        "30 of 40 blocks of k<1> load and store nothing: 4 times more blocks than there is work for");
  CHECK(of("idle_blocks_percent", evidence(launch(2, 256, 2, 1, 32))).line_sentence ==
        "no block of k<1> loads or stores anything");
}

TEST_CASE("occupancy is that of the compute capability where it is least") {
  // 16 blocks at most on 8.6, whose multiprocessor holds 48 warps.
  const Measured tiny = of("occupancy_percent", evidence(launch(960, 32, 0, 1, 32)));
  CHECK(tiny.value == doctest::Approx(100.0 / 3));
  CHECK(tiny.line_sentence ==
        "with blocks of 32 threads, k<1> keeps 16 of 48 warps (33 %), limited by blocks on a multiprocessor of compute "
        "capability 8.6");
  CHECK(of("occupancy_percent", evidence(launch(960, 256, 0, 1, 32))).value == doctest::Approx(100));
  // One block of 32 warps where there is room for 48: 8.6, 8.9 and 12.0.
  CHECK(of("occupancy_percent", evidence(launch(960, 1024, 0, 1, 32))).value == doctest::Approx(200.0 / 3));
}

TEST_CASE("shared memory that nobody uses is named") {
  // 24 KB and 24 KB: one block of 8 warps in the 64 KB of 7.5, which holds 32 warps.
  const Measured measured = of("occupancy_percent", evidence(launch(108, 256, 0, 1, 32, 24576, 24576),
                                                             R"("void k<1>(float*) is launched with 24576 bytes")"));
  CHECK(measured.value == doctest::Approx(25));
  CHECK(measured.line_sentence ==
        "with blocks of 256 threads with 24576 bytes of static and 24576 of dynamic shared memory, k<1> keeps 8 of 32 "
        "warps (25 %), limited by shared memory on a multiprocessor of compute capability 7.5; void k<1>(float*) is "
        "launched with 24576 bytes");
}

TEST_CASE("launches count by the instructions that they issued") {
  // 33.3 % at weight 1 and 100 % at weight 3.
  const auto mixed = evidence(launch(1, 32, 0, 100, 3200) + "," + launch(1, 256, 0, 300, 9600));
  CHECK(of("occupancy_percent", mixed).value == doctest::Approx((100.0 / 3 + 300) / 4));
}

TEST_CASE("without a launch there is nothing to judge") {
  for (const char* name : {"idle_lanes_percent", "idle_blocks_percent", "occupancy_percent"})
    CHECK_FALSE(of(name, evidence("")).defined);
}
