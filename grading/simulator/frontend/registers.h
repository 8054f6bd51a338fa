#pragma once
// Registers as a CUDA Toolkit's ptxas assigns them, where one is installed. They only go into reports: what the simulated
// runtime answers a program stays the estimate, so that a kernel behaves the same on every machine.
#include <filesystem>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace sim::frontend {

// What `ptxas -v` prints, by the symbol of the kernel: registers per thread.
std::map<std::string, int> registers_in(const std::string& ptxas_output);

// Registers of the kernels whose device code lies in `binary`, an object or program of this front end, on a device of
// `capability` ("9.0"). Empty without a toolkit, or when its ptxas does not take the code for that capability.
std::map<std::string, int> assigned_registers(const std::filesystem::path& binary, const std::string& capability);

// Replaces the estimates in a document of evidence (docs/architecture.md) by what ptxas assigns, as far as it does.
void assign_registers(nlohmann::json& evidence, const std::map<std::string, int>& registers);

}  // namespace sim::frontend
