#pragma once
#include <string>
#include <vector>

#include "grading/simulator/tests/truth/exceptions.h"
#include "grading/simulator/tests/truth/table.h"

namespace sim::truth {

struct Cell {
  const Column* column = nullptr;
  std::uint64_t hardware = 0, machine = 0;
  bool listed = false;  // an exception says what the machine counts
};

struct Row {
  int launch = 0;
  std::string kernel;
  std::vector<Cell> cells;  // columns in which the hardware or the machine counted something
};

struct Comparison {
  std::string cases;  // "access_cases"
  std::vector<Row> rows;
  std::vector<std::string> problems;  // one sentence for each difference that no exception explains, and the like
};

// Lays the machine's launches beside the hardware's, row by row. `listed`: the exceptions of all case files.
Comparison compare(const std::string& cases, const std::vector<Launch>& hardware, const std::vector<Launch>& machine,
                   const std::vector<Exception>& listed);

// The values of a family of columns, over all rows.
struct Tally {
  int compared = 0, equal = 0, listed = 0;
};
Tally tally(const std::vector<Comparison>& comparisons, std::string_view family);

}  // namespace sim::truth
