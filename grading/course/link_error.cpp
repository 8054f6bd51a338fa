#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <string_view>

#include "grading/simulator/frontend/diagnostics.h"
#include "reserved_names.h"
#include "runner_build.h"

namespace course {
namespace {

/// The name behind the first of these words: ld writes `name', lld and newer ones 'name' or the name alone.
std::string name_after(std::initializer_list<std::string_view> words, std::string_view text) {
  for (const std::string_view word : words) {
    const auto at = text.find(word);
    if (at == std::string_view::npos) continue;
    std::string_view name = text.substr(at + word.size());
    name.remove_prefix(std::min(name.find_first_not_of(": `'"), name.size()));
    name = name.substr(0, name.find_first_of("'\n"));
    constexpr std::size_t most = 300;  // the sentence goes on behind it
    return name.size() <= most ? std::string(name) : std::string(name.substr(0, most)) + "...";
  }
  return {};
}

/// Of a task file that brings something which the runner has, too.
std::string defined_twice(const Task& task, const std::string& name) {
  return fmt::format("{} defines {}, which the runner defines, too: take it out or give it another name", task.file, name);
}

}  // namespace

std::optional<Built> takes_reserved_name(const Task& task, const std::filesystem::path& object, const std::vector<std::filesystem::path>& libraries) {
  const auto taken = reserved_name_in(object, libraries);
  if (!taken) return std::nullopt;
  return Built{.outcome = Built::Outcome::student,
               .message = taken->defined ? defined_twice(task, taken->name)
                                         : fmt::format("{} uses {}, which is the grader's own: take it out", task.file, taken->name),
               .where = {}};
}

Built explain_link_error(const std::string& text, const LabEntry& entry, const Task& task) {
  Built built{.outcome = Built::Outcome::student, .message = {}, .where = {}};
  const std::string missing = name_after({"undefined reference to", "undefined symbol"}, text);
  const std::string twice = name_after({"multiple definition of", "duplicate symbol"}, text);
  if (!twice.empty()) {
    built.message = defined_twice(task, twice);
  } else if (missing.rfind(task.function + "(", 0) == 0) {
    built.message =
        fmt::format("{} does not define {}: the grader calls it with exactly these parameters (see labs/{}/tasks.h)",
                    task.file, missing, entry.name);
  } else if (!missing.empty()) {
    built.message = fmt::format("{} uses {}, which it neither defines nor includes", task.file, missing);
  } else if (sim::frontend::arrays_too_large(text)) {
    built.message = fmt::format("the global arrays of {} take more than the 2 GB that a program has for them: make them smaller, or "
                                "allocate that memory when it is needed",
                                task.file);
  } else {
    built.message = text.substr(0, text.find('\n'));
  }
  return built;
}

}  // namespace course
