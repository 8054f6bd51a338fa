#pragma once
// What ptxas and nvcc refuse after clang was content: too much constant memory, too many bytes of arguments, symbols and functions of other files.
#include <filesystem>
#include <string_view>

#include "grading/simulator/frontend/frontend.h"

namespace sim::frontend {

// The first problem of the PTX that clang made from `source`; none if there is none.
Problem check_ptx(std::string_view ptx, const std::filesystem::path& source);

}  // namespace sim::frontend
