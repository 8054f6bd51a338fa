#pragma once
// Measures of how a launch is cut into blocks: a part of those that measures.h names.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grading/harness/measures.h"

namespace course::harness {

// nullopt: there is no such measure here.
std::optional<Measured> launch_measure(std::string_view name, const Evidence& evidence);

std::vector<std::string_view> launch_measure_names();

// What is to be said of a line's lanes: "24 of 32 lanes are active here", and the launch whose blocks are no whole number
// of warps where that is most of the reason.
std::string active_lanes(const LineCounts& line, const Evidence& evidence);

}  // namespace course::harness
