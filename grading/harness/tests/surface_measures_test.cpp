// Measures of surfaces. The counts are those that access patterns have by the counting rules, for one warp: 8 lanes a
// request in 2D, tiles of 16 bytes by 2 rows.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "grading/harness/evidence.h"
#include "grading/harness/measures.h"

using namespace course::harness;

namespace {

struct Direction {
  const char* name;  // "ld", "st"
  int requests, sectors, bytes;
};

std::string counters(const std::vector<Direction>& directions) {
  std::string text;
  for (const Direction& d : directions)
    text += fmt::format(
        R"({3}"l1tex__t_requests_pipe_tex_mem_surface_op_{0}.sum": {1}, "l1tex__t_sectors_pipe_tex_mem_surface_op_{0}.sum": {2},
           "sim__bytes_mem_surface_op_{0}.sum": {4})",
        d.name, d.requests, d.sectors, text.empty() ? "" : ", ", d.bytes);
  return text;
}

// One launch whose line 7 does all.
Evidence warp(const std::vector<Direction>& directions) {
  const std::string counts = counters(directions);
  return parse_evidence(fmt::format(
      R"({{"schema":1,"machine":"sim","copies":[],"errors":[],"faults":[],"launches":[{{"kernel":"k","grid":[1,1,1],"block":[32,1,1],
          "status":0,"counters":{{ {0} }},"lines":[{{"file":"/s/a.cu","line":7,"counters":{{ {0} }} }}]}}]}})",
      counts));
}

Measured measured(std::string_view name, const Evidence& evidence, Useful useful) {
  const auto result = measure(name, evidence, useful);
  REQUIRE(result);
  CHECK(result->defined);
  return *result;
}

}  // namespace

TEST_CASE("surface measures: a row of floats, loaded and stored") {
  // 32 lanes of 4 bytes: 4 requests, each 32 bytes of a row, which is half of 2 tiles.
  const Evidence evidence = warp({{"ld", 4, 8, 128}, {"st", 4, 8, 128}});
  const Useful useful{128, 128};
  CHECK(measured("surface_requests", evidence, useful).value == 8);
  CHECK(measured("surface_sectors", evidence, useful).value == 16);
  CHECK(measured("surface_requests_per_useful_kib", evidence, useful).value == 32);  // 8 * 1024 / 256
  CHECK(measured("surface_bytes_per_useful_byte", evidence, useful).value == 2);     // 16 * 32 / 256
  CHECK(measured("surface_sectors_above_ideal", evidence, useful).value == 2);       // 16 / (256 / 32)
  CHECK(measured("surface_sectors_per_request", evidence, useful).value == 2);       // 16 / 8
  CHECK(measured("sectors", evidence, useful).value == 0);                           // nothing went by global memory
}

TEST_CASE("surface measures: sixteen bytes a lane, in a row and in filled tiles") {
  const Useful useful{512, 512};
  const Evidence row = warp({{"ld", 4, 32, 512}, {"st", 4, 32, 512}});
  CHECK(measured("surface_requests_per_useful_kib", row, useful).value == 8);  // 8 * 1024 / 1024
  CHECK(measured("surface_bytes_per_useful_byte", row, useful).value == 2);
  const Evidence filled = warp({{"ld", 4, 16, 512}, {"st", 4, 16, 512}});
  CHECK(measured("surface_bytes_per_useful_byte", filled, useful).value == 1);
}

TEST_CASE("surface measures: a column costs four times, and the line and its direction are named") {
  const Evidence evidence = warp({{"ld", 4, 8, 128}, {"st", 4, 16, 128}});
  const Useful useful{128, 128};
  CHECK(measured("surface_load_bytes_per_useful_byte", evidence, useful).value == 2);
  const Measured stores = measured("surface_store_bytes_per_useful_byte", evidence, useful);
  CHECK(stores.value == 4);  // 16 * 32 / 128
  CHECK(stores.where == "a.cu:7");
  CHECK(stores.line_sentence ==
        "its surface stores take 4 sectors a request where 1 would do (16 sectors, 4 would do)");
  const Measured both = measured("surface_bytes_per_useful_byte", evidence, useful);
  CHECK(both.value == 3);  // 24 * 32 / 256
  CHECK(both.line_sentence == stores.line_sentence);
}

TEST_CASE("surface measures: the line with most requests is named with what a request brings") {
  // Nine reads of a neighbourhood beside one store.
  const Evidence evidence = warp({{"ld", 36, 96, 1152}, {"st", 4, 8, 128}});
  const Measured requests = measured("surface_requests_per_useful_kib", evidence, {128, 128});
  CHECK(requests.value == 160);  // 40 * 1024 / 256
  CHECK(requests.where == "a.cu:7");
  CHECK(requests.line_sentence == "its surface loads make 36 requests, for 32 bytes each");
}

TEST_CASE("surface measures: a request needs a sector, however few bytes it brings") {
  // Layers: 4 lanes of 4 bytes a request, half a tile.
  const Evidence evidence = warp({{"ld", 8, 8, 128}});
  CHECK(measured("surface_sectors_above_ideal", evidence, {}).value == 1);
  CHECK(measured("surface_requests_per_useful_kib", evidence, {128, 0}).line_sentence ==
        "its surface loads make 8 requests, for 16 bytes each");
}

TEST_CASE("surface measures: without useful bytes, or without a surface, there is no ratio") {
  const Evidence evidence = warp({{"ld", 4, 8, 128}});
  CHECK_FALSE(measure("surface_requests_per_useful_kib", evidence, {})->defined);
  CHECK_FALSE(measure("surface_sectors_above_ideal", Evidence{}, {4, 4})->defined);
  CHECK(measure("surface_bytes_per_useful_byte", Evidence{}, {4, 4})->value == 0);
}
