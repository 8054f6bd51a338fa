#pragma once
/// @file
/// @brief Addresses of a program's code as functions and lines: asks addr2line (binutils, which the linker is part of).
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "grading/programs/printed_by.h"

namespace source_lines {

/// A place in the source that an address belongs to.
struct Call {
  std::string function;  ///< demangled, "scale(float*, int)"; "??" where the program does not say
  std::string file;      ///< as the compiler was told it; empty: not known
  int line = 0;          ///< counted from 1; 0: not known
};

/// A program made to mislead may hold line tables that cost whoever reads them time and memory without end.
inline constexpr programs::Limits addr2line_limits{.memory_bytes = std::uint64_t{512} << 20};

/// For each address, in their order, the function that the compiler inlined there last, then the one it was inlined in, and
/// so on. `offsets`: addresses of the running program less the address that it is loaded at. Nothing is read through a
/// shell, so `program` may hold any character. Empty where the PATH has no addr2line, where it fails or exceeds a limit.
std::vector<Call> calls_at(const std::filesystem::path& program, std::span<const std::uint64_t> offsets, const programs::Limits& limits = addr2line_limits);

/// The same from what addr2line -a -f -i -C printed; stops at what has another form.
std::vector<Call> read_calls(std::string_view printed);

/// "heat.cu:31", without the folder; empty where file or line is not known.
std::string short_place(const Call& call);

}  // namespace source_lines
