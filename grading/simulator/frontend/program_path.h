#pragma once
#include <filesystem>
#include <optional>
#include <string_view>

namespace sim::frontend {

// An executable file by its path, or by its name on PATH.
std::optional<std::filesystem::path> program_path(std::string_view program);

bool is_executable(const std::filesystem::path& path);

}  // namespace sim::frontend
