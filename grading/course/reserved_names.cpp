#include "reserved_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <mutex>
#include <set>
#include <sstream>
#include <string_view>

#include "grading/programs/printed_by.h"
#include "grading/simulator/frontend/diagnostics.h"
#include "problem.h"

namespace course {
namespace {

namespace fs = std::filesystem;

struct Symbol {
  std::string name;
  char type;  // nm's letter
  bool defined() const { return std::string_view("Uwv").find(type) == std::string_view::npos; }
  // Inline functions and templates of the standard library are anybody's; A is the name of a version.
  bool strong() const { return defined() && std::string_view("WVuA").find(type) == std::string_view::npos; }
};

std::vector<Symbol> symbols_of(const fs::path& file) {
  std::vector<std::string> words = {"nm", "-P", "-g", file.string()};
  if (file.extension() == ".so") words.insert(words.begin() + 1, "-D");
  const auto printed = programs::printed_by(words, {.time = std::chrono::seconds(30), .memory_bytes = 0, .output_bytes = std::size_t{64} << 20});
  if (!printed) throw Problem(fmt::format("nm (of the package binutils) cannot read {}", file.string()));
  std::vector<Symbol> symbols;
  std::istringstream lines(*printed);
  for (std::string line; std::getline(lines, line);) {  // "name T 10 20", "name@@VERSION T 10 20"; "archive[member]:"
    const auto space = line.find(' ');
    if (space == std::string::npos || space + 1 == line.size()) continue;
    symbols.push_back({line.substr(0, std::min(line.find('@'), space)), line[space + 1]});
  }
  return symbols;
}

using Names = std::set<std::string, std::less<>>;

// They stay as they are while the tool runs, which may grade hundreds of files.
const Names& names_of(const std::vector<fs::path>& libraries) {
  static std::mutex guard;
  static std::map<std::vector<fs::path>, Names> known;
  const std::lock_guard lock(guard);
  if (const auto at = known.find(libraries); at != known.end()) return at->second;
  Names names;
  for (const fs::path& library : libraries)
    for (Symbol& symbol : symbols_of(library))
      if (symbol.strong()) names.insert(std::move(symbol.name));
  return known.emplace(libraries, std::move(names)).first->second;
}

bool of_cuda(std::string_view name) { return name.starts_with("cuda") || name.starts_with("__cuda"); }

/// Not those of the C++ library and the C++ ABI, which a toolchain may have linked into ours.
bool is_ours(std::string_view demangled) {
  constexpr std::string_view beginnings[] = {"cuda", "__cuda", "course::", "programs::", "sim::", "sim_", "source_lines::"};
  return std::any_of(std::begin(beginnings), std::end(beginnings), [&](std::string_view one) { return demangled.starts_with(one); });
}

}  // namespace

std::optional<ReservedName> reserved_name_in(const fs::path& object, const std::vector<fs::path>& libraries) {
  const Names& reserved = names_of(libraries);
  for (const Symbol& symbol : symbols_of(object)) {
    if (!reserved.contains(symbol.name) || (!symbol.defined() && of_cuda(symbol.name))) continue;
    std::string name = sim::frontend::demangle(symbol.name);
    if (!is_ours(name)) continue;
    return ReservedName{.name = std::move(name), .defined = symbol.defined()};
  }
  return std::nullopt;
}

std::vector<std::string> names_not_reserved(const std::vector<fs::path>& libraries) {
  std::vector<std::string> others;
  for (const std::string& name : names_of(libraries))
    if (std::string shown = sim::frontend::demangle(name); !is_ours(shown)) others.push_back(std::move(shown));
  return others;
}

}  // namespace course
