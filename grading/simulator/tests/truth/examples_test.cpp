// Whole programs: what the examples count on the simulated GPU against an H200's profile of them.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdlib>
#include <iostream>

#include "grading/simulator/tests/truth/examples.h"
#include "grading/simulator/tests/truth/machine.h"

using namespace sim::truth;

TEST_CASE("the examples count what the hardware counted") {
  const std::vector<Comparison> comparisons = compare_examples({EXAMPLES, TRUTH "/examples", CUDASIM_RUN});
  std::cout << example_section(comparisons);
  std::size_t launches = 0;
  for (const Comparison& comparison : comparisons) {
    launches += comparison.rows.size();
    for (const std::string& problem : comparison.problems) FAIL_CHECK(problem);
    // Each counted some memory.
    CHECK_MESSAGE(!comparison.rows.at(0).cells.empty(), comparison.cases);
  }
  CHECK(comparisons.size() == 7);
  CHECK(launches == 6 + 12);
}

TEST_CASE("a profile is read as the profiler wrote it") {
  const std::vector<Launch> heat = read_profile(TRUTH "/examples/heat_ping_pong.h200.csv");
  CHECK(heat.size() == 12);
  CHECK(heat.at(11).kernel == "step");
  const std::vector<Launch> product = read_profile(TRUTH "/examples/matrix_multiply_tiled.h200.csv");
  CHECK(product.at(0).counters.size() == 9);
  CHECK(product.at(0).counters.at("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum") == 60480);  // "60,480"
  CHECK(read_profile(TRUTH "/examples/convolution.h200.csv").at(0).kernel == "convolve<1>");            // "void convolve<1>(...)"
  CHECK_THROWS_AS(read_profile(TRUTH "/access_cases.h200.csv"), std::runtime_error);
}

int main(int argc, char** argv) {
  if (const auto reason = missing(FrontEnd::clang_19)) {
    std::cout << "skipped: " << *reason << "\n";
    return 77;
  }
  return doctest::Context(argc, argv).run();
}
