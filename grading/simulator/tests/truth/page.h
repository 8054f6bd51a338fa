#pragma once
#include <string>
#include <vector>

#include "grading/simulator/tests/truth/compare.h"

namespace sim::truth {

// Every launch with machine / hardware for each column that counted something: groups of kernels, one Markdown table each.
std::string tables(const std::vector<Comparison>& comparisons);

// Per family of columns how many values were compared, are equal, are listed as exceptions.
std::string summary(const std::vector<Comparison>& comparisons);

// docs/fidelity.md. `comparisons`: of the reference front end; `examples`: the section of whole programs, as Markdown.
std::string fidelity_page(const std::vector<Comparison>& comparisons, const std::string& examples);

}  // namespace sim::truth
