#include "build.h"

#include <fmt/format.h>

#include <cstdio>
#include <vector>

#include "files.h"
#include "problem.h"
#include "process.h"

namespace course {
namespace {

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
    if (!ended.ok())
      throw Problem(fmt::format("{} failed; the end of its log, {}:\n{}",
                                fmt::format("cmake --build --preset sim --target {}", target), repository.shown(log),
                                last_lines(read_file(log), 15)));
  }
}

}  // namespace course
