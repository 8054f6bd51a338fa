// The csv in ncu's long form: quoting, one row a launch and hardware metric, refused launches left out.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "evidence_of.h"
#include "grading/simulator/counting/metrics.h"
#include "grading/simulator/runtime/report/report.h"

namespace {

nlohmann::json launch(const std::string& kernel, const std::string& refused) {
  return {{"index", 0}, {"kernel", kernel}, {"grid", {2, 3, 1}}, {"block", {32, 4, 1}}, {"dynamic_shared", 0},
          {"static_shared", 0}, {"registers", 16}, {"registers_estimated", true}, {"status", 0}, {"refused", refused},
          {"counters", {{"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", 24}, {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", 96},
                        {"sim__t_sectors_ideal_mem_global_op_ld.sum", 96}, {"sim__warp_instructions.sum", 100}, {"sim__thread_instructions.sum", 3200}}},
          {"lines", nlohmann::json::array()}};
}
nlohmann::json evidence() {
  return {{"compute_capability", "8.6"}, {"launches", {launch("pick<\"a\">(int)", ""), launch("never()", "too many threads")}},
          {"copies", nlohmann::json::array()}, {"notes", {"a note"}}};
}

}  // namespace

TEST_CASE("report: csv rows") {
  std::ostringstream out;
  sim::report::write_csv(out, evidence(), {77, "prog"});
  std::istringstream lines(out.str());
  std::string line;
  std::getline(lines, line);
  CHECK(line == "\"ID\",\"Process ID\",\"Process Name\",\"Host Name\",\"Kernel Name\",\"Context\",\"Stream\",\"Block Size\","
                "\"Grid Size\",\"Device\",\"CC\",\"Section Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"");
  std::size_t rows = 0, hardware = 0;
  bool sectors = false;
  while (std::getline(lines, line)) {
    ++rows;
    CHECK(!contains(line, "sim__"));
    CHECK(!contains(line, "never()"));
    sectors |= line == "\"0\",\"77\",\"prog\",\"127.0.0.1\",\"pick<\"\"a\"\">(int)\",\"1\",\"7\",\"(32, 4, 1)\",\"(2, 3, 1)\",\"0\","
                       "\"8.6\",\"Command line profiler metrics\",\"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum\",\"sector\",\"96\"";
  }
  for (const std::string_view name : sim::metric_names) hardware += !name.starts_with("sim__");
  CHECK(sectors);
  CHECK(rows == hardware);
}

TEST_CASE("report: the table says sectors, ideal and why a launch did not run, in 100 columns") {
  std::ostringstream out;
  sim::report::write_table(out, evidence());
  std::istringstream lines(out.str());
  for (std::string line; std::getline(lines, line);) CHECK(line.size() <= 100);
  CHECK(contains(out.str(), "32.0 of 32 lanes active"));
  // 8.6: 48 warps, blocks of 4.
  CHECK(contains(out.str(), "occupancy of 8.6: 48 of 48 warps (100 %), limited by warps; 16 registers a thread (estimated)"));
  CHECK(contains(out.str(), "did not run: too many threads"));
  CHECK(contains(out.str(), "note: a note"));
}
