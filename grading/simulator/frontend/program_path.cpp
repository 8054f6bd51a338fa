#include "grading/simulator/frontend/program_path.h"

#include <unistd.h>

#include <cstdlib>

namespace sim::frontend {

namespace fs = std::filesystem;

bool is_executable(const fs::path& path) {
  std::error_code none;
  return fs::is_regular_file(path, none) && ::access(path.c_str(), X_OK) == 0;
}

std::optional<fs::path> program_path(std::string_view program) {
  if (program.find('/') != std::string_view::npos) return is_executable(program) ? std::optional<fs::path>(program) : std::nullopt;
  const char* path = std::getenv("PATH");
  for (std::string_view rest = path ? path : ""; !rest.empty();) {
    const std::size_t colon = rest.find(':');
    const fs::path candidate = fs::path(rest.substr(0, colon)) / program;
    if (is_executable(candidate)) return candidate;
    rest = colon == std::string_view::npos ? "" : rest.substr(colon + 1);
  }
  return std::nullopt;
}

}  // namespace sim::frontend
