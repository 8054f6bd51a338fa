#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "grading/simulator/tests/truth/exceptions.h"
#include "grading/simulator/tests/truth/table.h"

namespace sim::truth {

// "clang-19", "clang-14", "nvcc"; throws std::invalid_argument for another name.
FrontEnd front_end_named(std::string_view name);
std::string_view name_of(FrontEnd front_end);

// Why the front end cannot be used on this computer; nothing if it can.
std::optional<std::string> missing(FrontEnd front_end);

// Makes `front_end` the one of this process, by the variables that users have: COURSE_CLANG, COURSE_DEVICE_COMPILER.
void choose(FrontEnd front_end);

// Compiles a case file with the chosen front end, runs it on the simulated GPU and returns the evidence as it was
// written. Throws std::runtime_error with the reason when it does not compile or does not end with status 0.
std::string evidence_of(const std::filesystem::path& source, int host_threads = 1);

// The launches of an evidence text, in order.
std::vector<Launch> launches_of(const std::string& evidence);

}  // namespace sim::truth
