// Every row of truth/arithmetic_cases.cu has the bits that an H200 gave.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "grading/simulator/frontend/process.h"
#include "grading/simulator/frontend/run.h"
#include "lines.h"

using namespace sim::frontend;

namespace {

// "operation,a,b,c,result"
std::vector<std::string> fields_of(const std::string& row) {
  std::vector<std::string> fields;
  std::istringstream text(row);
  for (std::string field; std::getline(text, field, ',');) fields.push_back(field);
  return fields;
}

bool is_nan(const std::string& bits) { return (std::stoul(bits, nullptr, 16) & 0x7FFF'FFFF) > 0x7F80'0000; }

// clang's PTX sets the sign of these as a bit, where ptxas adds a zero, which gives the one NaN of f32 instructions.
const std::set<std::string> sign_is_a_bit = {"-fa", "fabsf(fa)", "roundf(fa)"};

}  // namespace

TEST_CASE("arithmetic: values at the edges have the hardware's bits") {
  std::ifstream truth(TRUTH "/arithmetic_cases.h200.csv");
  const std::vector<std::string> expected = lines_of(truth);
  REQUIRE(expected.size() > 7000);

  setenv("CUDA_SIM_QUIET", "1", 1);
  const auto program = build_program(TRUTH "/arithmetic_cases.cu", default_settings());
  REQUIRE_MESSAGE(program.ok(), program.problem.message);
  const Outcome ran = Process({program.value.string()}, {.processor = std::chrono::seconds(60)}).wait();
  std::istringstream output(ran.output);
  const std::vector<std::string> rows = lines_of(output);
  REQUIRE(rows.size() == expected.size());
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (rows[k] == expected[k]) continue;
    const auto ours = fields_of(rows[k]), theirs = fields_of(expected[k]);
    const bool open = ours.size() == 5 && theirs.size() == 5 && ours[0] == theirs[0] && ours[1] == theirs[1] &&
                      sign_is_a_bit.contains(ours[0]) && is_nan(ours[1]) && is_nan(ours[4]) && is_nan(theirs[4]);
    CHECK_MESSAGE(open, "here " << rows[k] << ", on the GPU " << expected[k]);
  }
}
