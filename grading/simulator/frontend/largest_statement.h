#pragma once
// What of a source is most likely too much for a compiler.
#include <cstddef>
#include <filesystem>

namespace sim::frontend {

struct LargestStatement {
  int line = 0;                // that it starts on, counted from 1; 0: the file has none
  std::size_t characters = 0;  // without white space and comments
};

// The longest piece of the file between two of ; { and }, a chain of if, else if, ... without braces being one. Not a
// parser: a macro counts as it is written.
LargestStatement largest_statement(const std::filesystem::path& source);

}  // namespace sim::frontend
