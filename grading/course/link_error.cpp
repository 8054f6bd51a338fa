#include <fmt/format.h>

#include <filesystem>
#include <regex>

#include "grading/simulator/frontend/diagnostics.h"
#include "runner_build.h"

namespace course {
namespace {

std::string first_match(const std::string& text, const std::string& pattern) {
  std::smatch match;
  return std::regex_search(text, match, std::regex(pattern)) ? match[1].str() : std::string();
}

}  // namespace

Built explain_link_error(const std::string& text, const LabEntry& entry, const Task& task) {
  Built built{.outcome = Built::Outcome::student, .message = {}, .where = {}};
  // ld writes `name', lld and newer ones 'name'.
  const std::string missing = first_match(text, "undefined (?:reference to|symbol:?) [`']?([^'\n]+)");
  const std::string twice = first_match(text, "(?:multiple definition of|duplicate symbol:?) [`']?([^'\n]+)");
  if (!twice.empty()) {
    built.message = fmt::format("{} defines {}, which the runner defines, too: take it out or give it another name",
                                task.file, twice);
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
