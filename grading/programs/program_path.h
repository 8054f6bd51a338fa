#pragma once
/// @file
/// @brief Where programs are found.
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

namespace programs {

/// The absolute folders of PATH, in its order: what lies in the current folder is not the machine's.
std::vector<std::filesystem::path> search_folders();

/// An executable file by its path, or by its name in the search folders.
std::optional<std::filesystem::path> program_path(std::string_view program);

bool is_executable(const std::filesystem::path& path);

}  // namespace programs
