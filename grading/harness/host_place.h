#pragma once
// From the addresses that a runner left (protocol::stack_file) to what a student knows: a function and a line of the task.
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace course::harness {

struct HostPlace {
  std::string function;  // of the task's file, "add_arrays"; empty: not known, and nothing else is
  std::string where;     // "add_arrays.cu:12", if the program has line numbers
  std::string kernel;    // that the function had launched and that was running; empty: none was
};

// `stack`: offsets into `program`, the innermost first. `file`: the task's source; without line numbers the first function
// that is neither the runner's nor the library's counts. Asks addr2line (binutils, which the linker is part of); an empty
// answer where there is none.
HostPlace find_place(const std::filesystem::path& program, const std::vector<std::uint64_t>& stack,
                     const std::string& file);

// The same from what addr2line -a -f -i -C printed.
HostPlace read_place(const std::string& addresses, const std::string& file);

}  // namespace course::harness
