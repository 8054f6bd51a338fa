#pragma once
// Measures of how a launch is cut into blocks: a part of those that measures.h names.
#include <optional>
#include <string_view>
#include <vector>

#include "grading/harness/measures.h"

namespace course::harness {

// nullopt: there is no such measure here.
std::optional<Measured> launch_measure(std::string_view name, const Evidence& evidence);

std::vector<std::string_view> launch_measure_names();

}  // namespace course::harness
