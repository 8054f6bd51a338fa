#include "grading/simulator/frontend/registers.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <regex>
#include <sstream>

#include "grading/programs/program_path.h"
#include "grading/simulator/frontend/process.h"
#include "grading/simulator/frontend/temporary_file.h"

namespace sim::frontend {
namespace {

namespace fs = std::filesystem;

std::optional<fs::path> find_ptxas() {
  if (auto found = programs::program_path("ptxas")) return found;
  return programs::program_path("/usr/local/cuda/bin/ptxas");  // where the toolkit's own installer puts it
}

// The texts that compile.cpp embedded: from its first line to the zero byte.
std::vector<std::string> device_code(const fs::path& binary) {
  std::ifstream file(binary, std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(file), {});
  std::vector<std::string> texts;
  constexpr std::string_view begin = "// front end: ";
  for (std::size_t at = bytes.find(begin); at != std::string::npos; at = bytes.find(begin, at + 1)) {
    std::string text = bytes.substr(at, bytes.find('\0', at) - at);
    if (text.find("\n.version ") != std::string::npos) texts.push_back(std::move(text));
  }
  return texts;
}

}  // namespace

std::map<std::string, int> registers_in(const std::string& ptxas_output) {
  static const std::regex compiling("Compiling entry function '([^']+)'"), used(R"(Used (\d+) registers)");
  std::map<std::string, int> registers;
  std::string kernel;
  std::istringstream lines(ptxas_output);
  std::smatch match;
  for (std::string line; std::getline(lines, line);) {
    if (std::regex_search(line, match, compiling)) kernel = match[1];
    else if (!kernel.empty() && std::regex_search(line, match, used)) registers[kernel] = std::stoi(match[1]), kernel.clear();
  }
  return registers;
}

std::map<std::string, int> assigned_registers(const fs::path& binary, const std::string& capability) {
  std::map<std::string, int> registers;
  const auto ptxas = find_ptxas();
  if (!ptxas) return registers;
  std::string architecture = "sm_" + capability;
  architecture.erase(std::remove(architecture.begin(), architecture.end(), '.'), architecture.end());
  for (const std::string& text : device_code(binary)) {
    const TemporaryFile file("cuda-registers");
    if (!(std::ofstream(file.path(), std::ios::binary) << text << std::flush)) return registers;
    const Outcome said = Process({ptxas->string(), "-v", "-arch=" + architecture, file.path().string(), "-o", "/dev/null"}, {.processor = std::chrono::seconds(60)}).wait();
    if (said.ok()) registers.merge(registers_in(said.output));
  }
  return registers;
}

void assign_registers(nlohmann::json& evidence, const std::map<std::string, int>& registers) {
  for (nlohmann::json& launch : evidence.at("launches")) {
    const auto known = registers.find(launch.value("symbol", ""));
    if (known == registers.end()) continue;
    launch["registers"] = known->second;
    launch["registers_estimated"] = false;
  }
}

}  // namespace sim::frontend
