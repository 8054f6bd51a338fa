#pragma once
/// @file
/// @brief What another program answers to a question: addr2line, nvidia-smi, a compiler about its version.
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace programs {

struct Limits {
  std::chrono::milliseconds time{10'000};       ///< on the wall clock
  std::uint64_t memory_bytes = 0;               ///< data segment; 0: as this process
  std::size_t output_bytes = std::size_t{1} << 20;
};

/// Runs a program to its end and returns its standard output. No shell is involved, so words may hold any character;
/// standard input and error are /dev/null, and nothing else is inherited.
/// @param words  the program (program_path.h), and its arguments
/// @return none where it is missing, fails, or exceeds a limit (it is killed then)
std::optional<std::string> printed_by(const std::vector<std::string>& words, const Limits& limits);

}  // namespace programs
