// Finding clang.
#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <functional>
#include <map>
#include <optional>

#include "grading/programs/printed_by.h"
#include "grading/programs/program_path.h"
#include "grading/simulator/frontend/frontend.h"

namespace sim::frontend {
namespace {

namespace fs = std::filesystem;

constexpr int oldest = 14;

std::optional<int> number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end == text.data()) return std::nullopt;
  return value;
}

// Asks the compiler for its version: "Debian clang version 19.1.7 (3~deb12u1)".
std::optional<Compiler> ask(const fs::path& path) {
  const std::string answer = programs::printed_by({path.string(), "--version"}, {.time = std::chrono::seconds(60)}).value_or("");
  constexpr std::string_view mark = "clang version ";
  const std::size_t at = answer.find(mark);
  if (at == std::string::npos) return std::nullopt;
  const std::string version = answer.substr(at + mark.size(), answer.find_first_of(" \n-(", at + mark.size()) - at - mark.size());
  const std::optional<int> major = number(version);
  if (!major) return std::nullopt;
  return Compiler{path, *major, "clang " + version};
}

// Every clang++ with a version in its path, newest first.
std::multimap<int, fs::path, std::greater<>> versioned() {
  std::multimap<int, fs::path, std::greater<>> found;
  std::error_code none;
  constexpr std::string_view prefix = "clang++-";
  for (const fs::path& folder : programs::search_folders()) {
    for (const auto& entry : fs::directory_iterator(folder, none)) {
      const std::string name = entry.path().filename();
      if (!name.starts_with(prefix)) continue;
      if (const auto version = number(std::string_view(name).substr(prefix.size())); version && programs::is_executable(entry.path()))
        found.emplace(*version, entry.path());
    }
  }
  for (const auto& entry : fs::directory_iterator("/usr/lib", none)) {
    const std::string name = entry.path().filename();
    if (!name.starts_with("llvm-")) continue;
    if (const auto version = number(std::string_view(name).substr(5)); version && programs::is_executable(entry.path() / "bin/clang++"))
      found.emplace(*version, entry.path() / "bin/clang++");
  }
  return found;
}

Problem none_found(std::string detail) {
  return {Blame::environment,
          detail + fmt::format("; install clang {} or later (apt-get install clang), or name one in COURSE_CLANG", oldest), {}};
}

}  // namespace

Result<Compiler> find_compiler() {
  if (const char* named = std::getenv("COURSE_CLANG"); named && *named) {
    const std::optional<fs::path> path = programs::program_path(named);
    const std::optional<Compiler> compiler = path ? ask(*path) : std::nullopt;
    if (!compiler) return {{}, none_found(fmt::format("COURSE_CLANG={} is no clang++ that runs", named))};
    if (compiler->major < oldest) return {{}, none_found(fmt::format("COURSE_CLANG={} is {}", named, compiler->name))};
    return {*compiler, {}};
  }
  for (const auto& [version, path] : versioned())
    if (version >= oldest)
      if (const std::optional<Compiler> compiler = ask(path)) return {*compiler, {}};
  if (const std::optional<fs::path> plain = programs::program_path("clang++"))
    if (const std::optional<Compiler> compiler = ask(*plain); compiler && compiler->major >= oldest) return {*compiler, {}};
  return {{}, none_found("there is no clang++ on this machine, which compiles CUDA for the simulated GPU")};
}

}  // namespace sim::frontend
