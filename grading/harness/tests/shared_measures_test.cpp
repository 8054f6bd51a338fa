// Measures of shared memory. The counts are those that access patterns have by the counting rules: per bank, different
// words.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "grading/harness/evidence.h"
#include "grading/harness/measures.h"

using namespace course::harness;

namespace {

// What one line of a kernel does in one direction ("ld", "st").
struct Accesses {
  const char* name;
  int instructions, wavefronts, ideal;
};

std::string counters(const Accesses& a) {
  return fmt::format(
      R"("smsp__inst_executed_op_shared_{0}.sum": {1}, "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{0}.sum": {2},
         "sim__wavefronts_ideal_mem_shared_op_{0}.sum": {3})",
      a.name, a.instructions, a.wavefronts, a.ideal);
}

// A store in line 7 and a load in line 9.
Evidence tile(const Accesses& store, const Accesses& load) {
  return parse_evidence(fmt::format(
      R"({{"schema":1,"machine":"sim","copies":[],"errors":[],"faults":[],"launches":[{{"kernel":"k","grid":[1,1,1],"block":[32,1,1],
          "status":0,"counters":{{ {0}, {1} }},"lines":[{{"file":"/s/a.cu","line":7,"counters":{{ {0} }} }},
          {{"file":"/s/a.cu","line":9,"counters":{{ {1} }} }}]}}]}})",
      counters(store), counters(load)));
}

Measured measured(std::string_view name, const Evidence& evidence, Useful useful = {}) {
  const auto result = measure(name, evidence, useful);
  REQUIRE(result);
  CHECK(result->defined);
  return *result;
}

}  // namespace

TEST_CASE("shared measures: a column of a tile that is 32 words wide") {
  // 8 rows stored, 8 columns loaded by one warp: 1024 bytes in, 1024 bytes out.
  const Evidence evidence = tile({"st", 8, 8, 8}, {"ld", 8, 256, 8});
  CHECK(measured("shared_wavefronts", evidence).value == 264);
  const Measured above = measured("shared_wavefronts_above_ideal", evidence);
  CHECK(above.value == 16.5);  // 264 / 16
  CHECK(above.where == "a.cu:9");
  CHECK(above.line_sentence ==
        "its shared loads take 32 wavefronts each where 1 would do (256 wavefronts, 8 would do)");
  CHECK(measured("shared_wavefronts_per_access", evidence).value == 16.5);  // 264 / 16
  const Measured total = measured("shared_wavefronts_per_useful_kib", evidence, {1024, 1024});
  CHECK(total.value == 132);  // 264 / 2 KiB
  CHECK(total.where == "a.cu:9");
}

TEST_CASE("shared measures: wide accesses have another ideal") {
  // 16 bytes a lane: 4 wavefronts each, and no conflict.
  const Evidence evidence = tile({"st", 2, 8, 8}, {"ld", 2, 8, 8});
  CHECK(measured("shared_wavefronts_above_ideal", evidence).value == 1);
  CHECK(measured("shared_wavefronts_per_access", evidence).value == 4);
  CHECK(measured("shared_wavefronts_per_useful_kib", evidence, {1024, 1024}).value == 8);  // 16 / 2 KiB
}

TEST_CASE("shared measures: repeated work has no conflicts, and its line is the one with most wavefronts") {
  const Evidence evidence = tile({"st", 8, 8, 8}, {"ld", 64, 64, 64});
  CHECK(measured("shared_wavefronts_above_ideal", evidence).value == 1);
  const Measured total = measured("shared_wavefronts_per_useful_kib", evidence, {1024, 1024});
  CHECK(total.value == 36);  // 72 / 2 KiB
  CHECK(total.where == "a.cu:9");
  CHECK(total.line_sentence ==
        "its shared loads are free of bank conflicts, but there are 64 of them with 64 wavefronts");
}

TEST_CASE("shared measures: atomics on one word wait for each other") {
  const Evidence evidence = parse_evidence(
      R"({"schema":1,"machine":"sim","copies":[],"errors":[],"faults":[],"launches":[{"kernel":"k","grid":[1,1,1],"block":[32,1,1],
          "status":0,"counters":{"smsp__inst_executed_op_shared_atom.sum": 2,
          "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum": 64},"lines":[]}]})");
  CHECK(measured("shared_wavefronts_above_ideal", evidence).value == 32);
}

TEST_CASE("shared measures: a kernel that stays in registers has no conflicts") {
  const Evidence evidence =
      parse_evidence(R"({"schema":1,"machine":"sim","copies":[],"errors":[],"faults":[],"launches":[]})");
  CHECK(measured("shared_wavefronts_above_ideal", evidence).value == 1);
  CHECK(measured("shared_wavefronts_per_useful_kib", evidence, {1024, 1024}).value == 0);
  CHECK_FALSE(measure("shared_wavefronts_per_useful_kib", evidence, {})->defined);
  CHECK_FALSE(measure("shared_wavefronts_per_access", evidence, {})->defined);
}
