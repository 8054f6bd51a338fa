// The simulated GPU against the hardware's tables, row by row.
//   truth_test [--front-end=clang-19|clang-14|nvcc] [doctest's options]
// Exit status 77: this computer lacks the front end.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdlib>
#include <iostream>

#include "grading/simulator/tests/truth/cases.h"
#include "grading/simulator/tests/truth/machine.h"
#include "grading/simulator/tests/truth/page.h"

using namespace sim::truth;

namespace {

FrontEnd chosen = FrontEnd::clang_19;

Launch launch(const std::string& kernel, std::uint64_t sectors) {
  return {0, kernel, {{"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", sectors}, {"idc__requests.sum", 3}, {"smsp__inst_executed_op_ldc.sum", 3}}};
}
Launch machine_launch(const std::string& kernel, std::uint64_t sectors) {
  return {0, kernel, {{"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", sectors}}};
}
std::size_t problems(std::uint64_t hardware, std::uint64_t machine, const std::vector<Exception>& listed, const char* kernel = "k") {
  return compare("c", {launch("k", hardware)}, {machine_launch(kernel, machine)}, listed).problems.size();
}

}  // namespace

TEST_CASE("the machine counts what the hardware counted") {
  const std::vector<Comparison> comparisons = compare_cases(TRUTH, chosen);
  std::cout << "Front end " << name_of(chosen) << "; each cell is machine / hardware\n\n"
            << tables(comparisons) << summary(comparisons);
  std::size_t rows = 0;
  for (const Comparison& comparison : comparisons) {
    rows += comparison.rows.size();
    for (const std::string& problem : comparison.problems) FAIL_CHECK(problem);
  }
  CHECK(rows == 91 + 113);
  // Each column is exercised: the hardware counted something in it somewhere.
  for (const Column& column : columns()) {
    if (column.metric.find("local_op") != column.metric.npos) continue;  // ptxas removed the only local array
    bool counted = false;
    for (const Comparison& comparison : comparisons)
      for (const Row& row : comparison.rows)
        for (const Cell& cell : row.cells) counted = counted || (cell.column == &column && cell.hardware > 0);
    CHECK_MESSAGE(counted, column.metric << " is zero in every row");
  }
}

TEST_CASE("every row stands in the printed tables once") {
  Comparison comparison{"access_cases", {}, {}};
  for (const std::string name : case_files)
    for (const Launch& row : read_table(std::filesystem::path(TRUTH) / (name + ".h200.csv")))
      comparison.rows.push_back({row.index, row.kernel, {{&columns()[0], 1, 1, false}}});
  const std::string text = tables({comparison});
  std::size_t lines = 0;
  for (std::size_t at = text.find("\n| access "); at != text.npos; at = text.find("\n| access ", at + 1)) ++lines;
  CHECK(lines == comparison.rows.size());
}

TEST_CASE("the comparison can fail") {
  constexpr std::string_view sectors = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum";
  const Exception entry{"c", 0, "k", sectors, 5, "a reason"};
  CHECK(problems(4, 4, {}) == 0);
  CHECK(problems(4, 5, {}) == 1);
  CHECK(problems(4, 0, {}) == 1);
  CHECK(problems(4, 4, {}, "other") == 1);
  CHECK(problems(4, 5, {entry}) == 0);
  CHECK(problems(4, 6, {entry}) == 1);   // neither the hardware's value nor the listed one
  CHECK(problems(5, 5, {entry}) == 1);   // listed, but equal
  CHECK(problems(4, 4, {{"c", 0, "k", sectors, 4, ""}}) == 1);
  CHECK(problems(4, 5, {{"c", 0, "other", sectors, 5, ""}}) == 1);
  CHECK(problems(4, 4, {{"c", 1, "k", sectors, 4, ""}}) == 1);  // names no row
  CHECK(compare("c", {launch("k", 4)}, {}, {}).problems.size() == 1);
  Launch unknown = launch("k", 4);
  unknown.counters["l1tex__something_new.sum"] = 1;
  CHECK(compare("c", {unknown}, {machine_launch("k", 4)}, {}).problems.size() == 1);
}

TEST_CASE("parameter reads are taken off the constant requests") {
  // constant_unique<16, 1>: 18 requests and 3 instructions, of which one load of the source: 16 requests.
  const Launch row{0, "constant_unique<16, 1>", {{"idc__requests.sum", 18}, {"smsp__inst_executed_op_ldc.sum", 3}}};
  CHECK(constant_requests(row, constant_loads(row.kernel)) == 16);
  CHECK(constant_loads("global_f32_unit") == 0);
}

int main(int argc, char** argv) {
  constexpr std::string_view option = "--front-end=";
  try {
    for (int i = 1; i < argc; ++i)
      if (std::string_view(argv[i]).starts_with(option)) chosen = front_end_named(std::string_view(argv[i]).substr(option.size()));
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 2;
  }
  if (const auto reason = missing(chosen)) {
    std::cout << "skipped: " << *reason << "\n";
    return 77;
  }
  doctest::Context context(argc, argv);
  return context.run();
}
