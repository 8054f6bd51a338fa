#include "runner_build.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <string_view>

#include "files.h"
#include "grading/simulator/frontend/frontend.h"
#include "manifest.h"
#include "packages.h"
#include "problem.h"

namespace course {
namespace {

using sim::frontend::Blame;

/// Takes ":12" off the end of "file:12"; empty: there is none.
std::string_view take_number(std::string_view& place) {
  const auto colon = place.rfind(':');
  if (colon == std::string_view::npos || place.find_first_not_of("0123456789", colon + 1) != std::string_view::npos) return {};
  const std::string_view number = place.substr(colon + 1);
  if (!number.empty()) place.remove_suffix(number.size() + 1);
  return number;
}

/// "file:12:5: error: text" taken apart at ": error: "; what follows (the source line, where it was led there) stays with
/// the text. No regular expression: the library's needs stack for each character, and a line may have millions.
Remark taken_apart(const std::string& message, std::initializer_list<std::string_view> marks) {
  const std::string_view all = message, line = all.substr(0, all.find('\n'));
  for (const std::string_view mark : marks) {
    const auto at = line.find(mark);
    if (at == std::string_view::npos) continue;
    std::string_view place = line.substr(0, at);
    const std::string_view last = take_number(place), first = take_number(place);
    const std::string_view number = first.empty() ? last : first;
    if (!number.empty() && !place.empty())
      return {std::string(all.substr(at + mark.size())), fmt::format("{}:{}", place, number)};
  }
  return {message, {}};
}

Built compile_error(const std::string& message) {
  Remark error = taken_apart(message, {": error: ", ": fatal error: "});
  return {.outcome = Built::Outcome::student, .message = std::move(error.message), .where = std::move(error.where)};
}

Remark warning_of(const std::string& message) { return taken_apart(message, {": warning: "}); }

/// clang only warns of a function that ends without the value that it promises, and lets the program run on into whatever
/// code comes next: nothing that such a program does is worth a verdict.
std::optional<Built> without_value(const std::vector<std::string>& warnings) {
  for (const std::string& one : warnings) {
    if (one.find("[-Wreturn-type]") == std::string::npos) continue;
    Remark warning = warning_of(one);
    const auto line = warning.message.find('\n');  // the source line, which stays
    const std::string code = line == std::string::npos ? "" : warning.message.substr(line);
    return Built{.outcome = Built::Outcome::student, .message = missing_return + code, .where = warning.where};
  }
  return std::nullopt;
}

}  // namespace

Built build_runner(const Repository& repository, const LabEntry& entry, const Task& task, const fs::path& source,
                   const fs::path& program) {
  const RunnerParts parts = runner_parts(repository, entry.name, task, "sim");
  auto settings = sim::frontend::default_settings();
  settings.include = parts.include_directories;
  const auto object = sim::frontend::compile(source, settings);
  if (object.problem.blame == Blame::environment)
    return {.outcome = Built::Outcome::machine, .message = object.problem.message, .where = {}};
  if (!object.ok()) {
    Built built = compile_error(object.problem.message);
    if (const fs::path header = entry.folder / "tasks.h"; !fs::exists(header))
      built.message += fmt::format("\n  {0} belongs to the lab and is missing: git checkout -- {0} puts it back",
                                   repository.shown(header));
    return built;
  }
  if (auto wrong = without_value(object.warnings)) return *wrong;
  if (auto taken = takes_reserved_name(task, object.value, parts.libraries)) return *taken;

  std::vector<fs::path> objects = parts.objects;
  objects.push_back(object.value);
  // The front end adds the runtime itself.
  std::copy_if(parts.libraries.begin(), parts.libraries.end(), std::back_inserter(objects),
               [&](const fs::path& library) { return library.filename() != settings.runtime_library.filename(); });
  const auto linked = sim::frontend::link(objects, program, settings);
  if (linked.problem.blame == Blame::environment)
    return {.outcome = Built::Outcome::machine, .message = linked.problem.message, .where = {}};
  if (!linked.ok()) return explain_link_error(linked.problem.output, entry, task);
  Built built;
  for (const std::string& warning : object.warnings) built.warnings.push_back(warning_of(warning));
  return built;
}

std::string front_end(const Repository& repository) {
  const auto compiler = sim::frontend::find_compiler();
  if (compiler.ok()) return compiler.value.name;
  const std::string line = install_line(missing_packages(repository, "build"));
  throw Problem(compiler.problem.message + (line.empty() ? "" : "; to install: " + line));
}

std::string front_end_missing() {
  static const auto compiler = sim::frontend::find_compiler();
  return compiler.ok() ? "" : compiler.problem.message;
}

}  // namespace course
