#pragma once
// From the addresses that a runner left (protocol::stack_file) to what a student knows: a function and a line of the task.
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "grading/source_lines/source_lines.h"

namespace course::harness {

struct HostPlace {
  std::string function;  // of the task's file, "add_arrays"; empty: not known, and nothing else is
  std::string where;     // "add_arrays.cu:12", if the program has line numbers
  std::string kernel;    // that the function had launched and that was running; empty: none was
};

// `stack`: offsets into `program`, the innermost first. `file`: the task's source; without line numbers the first function
// that is neither the runner's nor the library's counts. Empty where no line can be read.
HostPlace find_place(const std::filesystem::path& program, const std::vector<std::uint64_t>& stack,
                     const std::string& file);

// The same of calls, the innermost first.
HostPlace choose_place(const std::vector<source_lines::Call>& calls, const std::string& file);

}  // namespace course::harness
