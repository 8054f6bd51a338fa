#pragma once
// The command lines of the two compilations.
#include <filesystem>
#include <string>
#include <vector>

#include "grading/simulator/frontend/frontend.h"

namespace sim::frontend {

// What device code is compiled for: __CUDA_ARCH__ is 800.
inline constexpr const char* device_architecture = "sm_80";

// Flags that both sides share.
std::vector<std::string> common_flags(const Settings& settings);

std::vector<std::string> device_command(const Compiler& compiler, const std::vector<std::string>& common,
                                        const std::filesystem::path& source, const std::filesystem::path& ptx);

// `gpu_binary` is embedded as it is read; `rule` receives the files that took part.
std::vector<std::string> host_command(const Compiler& compiler, const std::vector<std::string>& common,
                                      const std::filesystem::path& source, const std::filesystem::path& gpu_binary,
                                      const std::filesystem::path& object, const std::filesystem::path& rule);

}  // namespace sim::frontend
