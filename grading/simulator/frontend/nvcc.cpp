#include "grading/simulator/frontend/nvcc.h"

#include <fmt/format.h>

#include <cctype>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <regex>
#include <sstream>

#include "grading/programs/printed_by.h"
#include "grading/programs/program_path.h"
#include "grading/simulator/frontend/flags.h"

namespace sim::frontend {
namespace {

namespace fs = std::filesystem;

// "Cuda compilation tools, release 13.0, V13.0.88"
std::optional<Compiler> ask(const fs::path& path) {
  const std::string answer = programs::printed_by({path.string(), "--version"}, {.time = std::chrono::seconds(60)}).value_or("");
  constexpr std::string_view mark = ", V";
  const std::size_t at = answer.find(mark);
  if (at == std::string::npos) return std::nullopt;
  const std::size_t from = at + mark.size();
  const std::string version = answer.substr(from, answer.find_first_not_of("0123456789.", from) - from);
  return Compiler{path, std::atoi(version.c_str()), "nvcc " + version};
}

// One <length><identifier> of a mangled name.
struct Component {
  std::size_t begin = 0, end = 0;
};

// The component whose identifier starts at `at`, if digits before it give a length that reaches beyond its mark.
std::optional<Component> component_at(std::string_view text, std::size_t at) {
  std::size_t begin = at;
  while (begin > 0 && std::isdigit(static_cast<unsigned char>(text[begin - 1]))) --begin;
  std::size_t length = 0;
  const auto [end, error] = std::from_chars(text.data() + begin, text.data() + at, length);
  if (error != std::errc() || end != text.data() + at || at + length > text.size()) return std::nullopt;
  return Component{begin, at + length};
}

// Replaces every component that starts with `mark`.
std::string replace_components(std::string_view text, std::string_view mark, std::string_view replacement) {
  std::string out;
  std::size_t done = 0;
  for (std::size_t at = text.find(mark); at != std::string_view::npos; at = text.find(mark, at + 1)) {
    if (at < done) continue;
    const std::optional<Component> component = component_at(text, at);
    if (!component || component->begin < done) continue;
    out.append(text, done, component->begin - done);
    out += replacement;
    done = component->end;
  }
  return out.append(text, done);
}

}  // namespace

Result<Compiler> find_nvcc() {
  const char* named = std::getenv("CUDACXX");
  std::optional<fs::path> path;
  if (named && *named) path = programs::program_path(named);
  else if (path = programs::program_path("nvcc"); !path) path = programs::program_path("/usr/local/cuda/bin/nvcc");
  const std::optional<Compiler> compiler = path ? ask(*path) : std::nullopt;
  if (compiler) return {*compiler, {}};
  return {{},
          {Blame::environment,
           (named && *named ? fmt::format("CUDACXX={} is no nvcc that runs", named) : std::string("there is no nvcc on this machine")) +
               ", and COURSE_DEVICE_COMPILER=nvcc asks for it: unset COURSE_DEVICE_COMPILER to compile with clang, or install the CUDA Toolkit",
           {}}};
}

std::vector<std::string> nvcc_command(const Compiler& nvcc, const Settings& settings, const fs::path& source, const fs::path& ptx) {
  std::vector<std::string> command = {nvcc.path.string(), "-ptx", "-x", "cu", "-lineinfo", std::string("-arch=") + device_architecture,
                                      "-std=c++20", "-O3", "--extended-lambda", "--expt-relaxed-constexpr",
                                      // Its many intermediate files belong into the folder that is removed afterwards.
                                      "--objdir-as-tempdir"};
  for (const fs::path& folder : settings.include) command.insert(command.end(), {"-I", folder.string()});
  for (const std::string& define : settings.defines) command.push_back("-D" + define);
  command.insert(command.end(), {source.string(), "-o", ptx.string()});
  return command;
}

std::string with_plain_names(std::string_view ptx) {
  // A variable in an unnamed namespace: _ZN 35_INTERNAL_<hash>_... 37_GLOBAL__N__<hash>_... 6hidden E; a kernel has no
  // _INTERNAL_ part.
  return replace_components(replace_components(ptx, "_INTERNAL_", ""), "_GLOBAL__N_", "12_GLOBAL__N_1");
}

std::string with_clang_places(std::string_view output) {
  // "warning #187-D: text" as well as "error: text".
  static const std::regex place(R"(^([^()]+)\(([0-9]+)\): (fatal )?(error|warning)(?: #[^:\n]+)?:)");
  std::istringstream lines{std::string(output)};
  std::string all;
  for (std::string line; std::getline(lines, line);)
    // A regular expression needs stack for each character, and a source line that is quoted may have millions.
    all += (line.size() > 2000 ? line : std::regex_replace(line, place, "$1:$2:1: $3$4:")) + "\n";
  return all;
}

}  // namespace sim::frontend
