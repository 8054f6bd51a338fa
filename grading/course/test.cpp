#include <fmt/format.h>

#include <cstdio>
#include <thread>

#include "build.h"
#include "commands.h"
#include "process.h"

namespace course {

void run_test(bool full) {
  const Repository repository = Repository::find();
  fmt::print("building the test suite (some minutes the first time)\n");
  std::fflush(stdout);
  build_target(repository, "all");
  std::vector<std::string> arguments = {"ctest", "--preset", "sim", "-j",
                                        std::to_string(std::max(1u, std::thread::hardware_concurrency()))};
  if (full) {
    const auto report = repository.root / "build" / "test-report.xml";
    arguments.insert(arguments.end(), {"--output-junit", report.string()});
    fmt::print("the report will be {}\n", repository.shown(report));
  } else {
    arguments.insert(arguments.end(), {"-LE", "long"});  // long runs have this label
  }
  std::fflush(stdout);
  become(arguments, repository.root);  // CTest's own summary stays the last line
}

}  // namespace course
