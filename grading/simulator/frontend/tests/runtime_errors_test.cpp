// Every step of the fifty mistakes in truth/runtime_errors.cu answers the status that an H200 answered.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "grading/simulator/frontend/process.h"
#include "grading/simulator/frontend/run.h"
#include "lines.h"

using namespace sim::frontend;

TEST_CASE("runtime: statuses after mistakes are the hardware's") {
  std::ifstream truth(TRUTH "/runtime_errors.h200.csv");
  std::map<std::string, std::vector<std::string>> expected;
  for (const std::string& row : lines_of(truth))
    if (row.rfind("case,", 0) != 0) expected[row.substr(0, row.find(','))].push_back(row);
  REQUIRE(expected.size() >= 50);

  setenv("CUDA_SIM_QUIET", "1", 1);
  const auto program = build_program(TRUTH "/runtime_errors.cu", default_settings());
  REQUIRE_MESSAGE(program.ok(), program.problem.message);
  for (const auto& [name, rows] : expected) {
    const Outcome ran = Process({program.value.string(), name}, {.processor = std::chrono::seconds(20)}).wait();
    std::istringstream output(ran.output);
    CHECK_MESSAGE(lines_of(output) == rows, name << " answered\n" << ran.output);
  }
}
