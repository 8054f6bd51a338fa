#pragma once
#include <filesystem>
#include <vector>

#include "grading/simulator/tests/truth/compare.h"

namespace sim::truth {

inline constexpr const char* case_files[] = {"access_cases", "object_cases"};

// Runs both case files of `folder` on the simulated GPU, compiled by `front_end`, against the tables beside them.
// Throws std::runtime_error when one cannot be compiled, run or read.
std::vector<Comparison> compare_cases(const std::filesystem::path& folder, FrontEnd front_end);

}  // namespace sim::truth
