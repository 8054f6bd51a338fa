#include "build.h"

#include <fmt/format.h>

#include <cstdio>
#include <vector>

#include "files.h"
#include "problem.h"
#include "process.h"

namespace course {
namespace {

/// From the first line of a compiler's error on: what follows in a log often comes of it. Empty without one.
std::string first_error(const std::string& text, int lines) {
  const auto error = text.find("error:");
  if (error == std::string::npos) return "";
  const auto begin = text.rfind('\n', error) + 1;  // npos + 1 is the start
  auto end = begin;
  for (; lines > 0 && end != std::string::npos && end < text.size(); --lines) end = text.find('\n', end + 1);
  return text.substr(begin, end == std::string::npos ? end : end - begin);
}

std::string last_lines(const std::string& text, int lines) {
  auto at = text.find_last_not_of('\n');
  while (at != std::string::npos && at > 0 && lines > 0)
    if (text[--at] == '\n') --lines;
  return lines > 0 ? text : text.substr(at + 1);
}

}  // namespace

void build_target(const Repository& repository, const std::string& target) {
  const fs::path folder = repository.root / "build";
  make_folder(folder);
  const std::vector<std::vector<std::string>> steps = {{"cmake", "--preset", "sim"},
                                                       {"cmake", "--build", "--preset", "sim", "--target", target}};
  const fs::path log = folder / fmt::format("build-{}.log", target);
  for (const auto& arguments : steps) {
    const Ended ended = run_process({.arguments = arguments, .output = log, .folder = repository.root});
    if (ended.ok()) continue;
    const std::string said = read_file(log), error = first_error(said, 15);
    throw Problem(fmt::format("cmake --build --preset sim --target {} failed; {} its log, {}:\n{}", target,
                              error.empty() ? "the end of" : "the first error in", repository.shown(log),
                              error.empty() ? last_lines(said, 15) : error));
  }
}

}  // namespace course
