#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace course {

/// A name that a task's file has taken from the parts which count and report.
struct ReservedName {
  std::string name;      ///< as the source has it: "cudaMemcpy", "course::runner::reset_evidence()"
  bool defined = false;  ///< it brings its own, which the linker would take instead; else it uses theirs
};

/// The first name of `object` that is one of `libraries`' own. The linker says nothing of it: what an archive or a shared
/// library has is only taken where the program lacks it, and whoever declares a name may use it.
/// Calls of the CUDA runtime may be used, and not be defined; the C++ library's names are nobody's. Throws Problem if the symbols cannot be read.
std::optional<ReservedName> reserved_name_in(const std::filesystem::path& object, const std::vector<std::filesystem::path>& libraries);

/// What `libraries` have and a task's file may use all the same, demangled: parts of the C++ library where a toolchain links
/// them in, else nothing.
std::vector<std::string> names_not_reserved(const std::vector<std::filesystem::path>& libraries);

}  // namespace course
