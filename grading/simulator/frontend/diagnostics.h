#pragma once
// What the compiler and the linker said, told apart and made short.
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "grading/simulator/frontend/frontend.h"
#include "grading/simulator/frontend/process.h"

namespace sim::frontend {

// The problem behind a compiler that failed: first error with its source line, or what hindered the compiler.
Problem compile_problem(const std::filesystem::path& source, const Outcome& outcome, const Settings& settings);

// The compiler's warnings inside `source` itself, each with its source line, in the order of `output` and once.
std::vector<std::string> warnings_of(const std::filesystem::path& source, std::string_view output);

// The problem behind a linker that failed: names the function that is missing or defined twice.
Problem link_problem(const Outcome& outcome);

// Does the linker say that the file's variables lie further apart than 32 bits of address reach?
bool arrays_too_large(std::string_view linker_output);

// "file:line: error: text" with the source line below; `line` 0 leaves both out.
std::string error_text(const std::filesystem::path& file, int line, std::string_view text);

std::string demangle(const std::string& name);

}  // namespace sim::frontend
