#include "grading/simulator/frontend/ptx_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "grading/simulator/frontend/diagnostics.h"

namespace sim::frontend {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t constant_memory_bytes = 64 * 1024;
// Of one kernel, since CUDA 12.1 on compute capability 7.0 and newer: CUDA C++ Programming Guide, "__global__ Function Parameters".
constexpr std::size_t parameter_bytes = 32764;

struct Variable {
  std::string name;  // as in PTX
  bool is_extern = false, constant = false;
  std::size_t bytes = 0;
};

std::size_t type_bytes(std::string_view type) {
  const std::string_view digits = type.substr(std::min(type.find_first_of("0123456789"), type.size()));
  std::size_t bits = 0;
  for (const char c : digits) bits = bits * 10 + std::size_t(c - '0');
  return bits / 8;
}

// A line such as ".visible .const .align 4 .b8 taps[128];"; nothing for other lines.
std::optional<Variable> parse_variable(const std::string& line) {
  std::istringstream words(line);
  Variable variable;
  std::string word, type;
  bool space = false;
  while (words >> word) {
    if (word == ".extern") variable.is_extern = true;
    else if (word == ".visible" || word == ".weak" || word == ".common") continue;
    else if (word == ".const") space = variable.constant = true;
    else if (word == ".global") space = true;
    else if (word == ".align") words >> word;
    else if (word.starts_with(".") && space) type = word;
    else break;
  }
  if (!space || type.empty()) return std::nullopt;
  const std::size_t end = word.find_first_of("[;=");
  variable.name = word.substr(0, end);
  std::size_t count = 1;
  for (std::size_t at = word.find('['); at != std::string::npos; at = word.find('[', at + 1))
    count *= std::strtoull(word.c_str() + at + 1, nullptr, 10);
  variable.bytes = type_bytes(type) * count;
  return variable;
}

// ".extern .func  (.param .b32 func_retval0) name": the name ends the line, or the next one when it stands alone.
std::optional<std::string> parse_extern_function(const std::string& line) {
  if (!line.starts_with(".extern .func")) return std::nullopt;
  std::string rest = line.substr(std::string(".extern .func").size());
  if (const std::size_t close = rest.find(')'); rest.find('(') < rest.find_first_not_of(" \t(") && close != std::string::npos)
    rest = rest.substr(close + 1);
  std::istringstream words(rest);
  std::string name;
  words >> name;
  return name.substr(0, name.find_first_of("(;"));
}

// Functions that the machine serves itself.
bool served(const std::string& name) {
  return name == "vprintf" || name == "malloc" || name == "free" || name == "__assertfail" || name.starts_with("__nv_");
}

// The first line of the file that holds all words; 0 if none does. Only to point at a line, never to judge.
int line_with(const fs::path& source, std::initializer_list<std::string_view> words) {
  std::ifstream file(source);
  std::string line;
  for (int number = 1; std::getline(file, line); ++number)
    if (std::all_of(words.begin(), words.end(), [&](std::string_view word) { return line.find(word) != std::string::npos; }))
      return number;
  return 0;
}

// "taps", "Filter::taps", "bright(float)": what the source says of a mangled name.
std::string source_name(const std::string& name) { return demangle(name); }
std::string last_part(const std::string& name) {
  const std::string base = name.substr(0, name.find('('));
  const std::size_t colon = base.rfind("::");
  return colon == std::string::npos ? base : base.substr(colon + 2);
}

Problem constant_overflow(const std::vector<Variable>& variables, std::size_t total, const fs::path& source) {
  const Variable* largest = nullptr;
  for (const Variable& v : variables)
    if (v.constant && (!largest || v.bytes > largest->bytes)) largest = &v;
  const std::string name = source_name(largest->name);
  const std::string text = fmt::format(
      "constant memory holds {} bytes ({} floats) per module; yours needs {} bytes ({} floats), {} of them in {}: keep bigger "
      "tables in global memory",
      constant_memory_bytes, constant_memory_bytes / 4, total, (total + 3) / 4, largest->bytes, name);
  return {Blame::student, error_text(source, line_with(source, {"__constant__", last_part(name)}), text), {}};
}

// A line such as "	.param .align 4 .b8 kernel_param_0[32768],", placed behind `end` bytes of parameters before it.
std::size_t end_of_parameter(const std::string& line, std::size_t end) {
  std::istringstream words(line);
  std::string word, type;
  std::size_t alignment = 0, count = 1;
  for (words >> word; words >> word;) {
    if (word == ".align") words >> alignment;
    else if (word.starts_with(".b") || word.starts_with(".u") || word.starts_with(".s") || word.starts_with(".f")) type = word;
  }
  if (const std::size_t at = word.find('['); at != std::string::npos) count = std::strtoull(word.c_str() + at + 1, nullptr, 10);
  alignment = std::max(alignment, type.empty() ? std::size_t{1} : type_bytes(type));
  return (end + alignment - 1) / alignment * alignment + count * type_bytes(type);
}

Problem parameter_overflow(const std::string& mangled, std::size_t bytes, const fs::path& source) {
  const std::string name = source_name(mangled);
  const std::string text = fmt::format(
      "the arguments of a kernel have {} bytes of constant memory at most; those of {} need {}: hand it a pointer, or put what "
      "all threads read into a __constant__ variable",
      parameter_bytes, name, bytes);
  const int line = line_with(source, {"__global__", last_part(name)});
  return {Blame::student, error_text(source, line != 0 ? line : line_with(source, {last_part(name)}), text), {}};
}

// The first kernel with more parameters than there is room for.
Problem check_parameters(std::string_view ptx, const fs::path& source) {
  std::istringstream lines{std::string(ptx)};
  std::string kernel;
  std::size_t bytes = 0;
  for (std::string line; std::getline(lines, line);) {
    if (const std::size_t entry = line.find(".entry "); entry != std::string::npos && line.starts_with(".")) {
      const std::size_t begin = entry + std::string_view(".entry ").size();
      kernel = line.substr(begin, line.find('(', begin) - begin);
      bytes = 0;
    } else if (!kernel.empty() && line.find(".param ") != std::string::npos) {
      bytes = end_of_parameter(line, bytes);
    } else if (!kernel.empty() && line.starts_with(")")) {
      if (bytes > parameter_bytes) return parameter_overflow(kernel, bytes, source);
      kernel.clear();
    }
  }
  return {};
}

}  // namespace

Problem check_ptx(std::string_view ptx, const fs::path& source) {
  std::vector<Variable> variables;
  std::vector<std::string> functions;
  std::istringstream lines{std::string(ptx)};
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(".")) continue;
    if (std::optional<std::string> function = parse_extern_function(line)) functions.push_back(*function);
    else if (std::optional<Variable> variable = parse_variable(line)) variables.push_back(*variable);
  }
  for (const Variable& v : variables) {
    if (!v.is_extern) continue;
    const std::string name = source_name(v.name);
    return {Blame::student,
            error_text(source, line_with(source, {"extern", last_part(name)}),
                       fmt::format("{} is declared extern, but no other file can define it: without relocatable device code each "
                                   "file has its own copy, filled with zeros. Define it in this file and upload it from here",
                                   name)),
            {}};
  }
  for (const std::string& mangled : functions) {
    if (served(mangled)) continue;
    const std::string name = source_name(mangled);
    return {Blame::student,
            error_text(source, line_with(source, {last_part(name)}),
                       fmt::format("{} runs on the device but is defined nowhere in this file; device code cannot be linked "
                                   "across files here",
                                   name)),
            {}};
  }
  std::size_t constants = 0;
  for (const Variable& v : variables)
    if (v.constant) constants += v.bytes;
  if (constants > constant_memory_bytes) return constant_overflow(variables, constants, source);
  return check_parameters(ptx, source);
}

}  // namespace sim::frontend
