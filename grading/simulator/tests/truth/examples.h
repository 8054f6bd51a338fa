#pragma once
// The course's examples against the hardware: whole programs, each with the first launches that a real GPU counted.
#include <filesystem>
#include <vector>

#include "grading/simulator/tests/truth/compare.h"

namespace sim::truth {

struct ExampleFolders {
  std::filesystem::path programs;  // examples/NAME.cu
  std::filesystem::path tables;    // NAME.h200.csv, as `ncu --csv` wrote it
  std::filesystem::path run;       // the program cudasim-run
};

// Runs each program that has a table with `cudasim-run --csv`, compiled by clang 19, and compares every value. Throws
// std::runtime_error when one cannot be compiled, run or read.
std::vector<Comparison> compare_examples(const ExampleFolders& folders);

// What the machine counts otherwise.
const std::vector<Exception>& example_exceptions();

// Per example how many values were compared, are equal, are listed as exceptions; the exceptions below it.
std::string example_section(const std::vector<Comparison>& comparisons);

}  // namespace sim::truth
