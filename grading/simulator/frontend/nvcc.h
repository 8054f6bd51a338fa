#pragma once
// NVIDIA's compiler for the device side, where a CUDA Toolkit is installed. The host side stays clang's: nvcc's own host
// code calls into libcudart. The counters then are those of the instructions that nvcc chooses.
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "grading/simulator/frontend/frontend.h"

namespace sim::frontend {

// nvcc on PATH, else in /usr/local/cuda/bin; the environment variable CUDACXX overrides.
Result<Compiler> find_nvcc();

std::vector<std::string> nvcc_command(const Compiler& nvcc, const Settings& settings, const std::filesystem::path& source,
                                      const std::filesystem::path& ptx);

// nvcc names the members of an unnamed namespace after the file and a hash of it; clang's host side asks for them by the
// plain mangled name.
std::string with_plain_names(std::string_view ptx);

// "file(12): error: text" as clang would write it, "file:12:1: error: text".
std::string with_clang_places(std::string_view output);

}  // namespace sim::frontend
