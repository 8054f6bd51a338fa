#include <fmt/format.h>

#include <cstdio>
#include <thread>

#include "build.h"
#include "commands.h"
#include "process.h"

namespace course {
namespace {

[[noreturn]] void run_test(bool full) {
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

}  // namespace

void add_test(CLI::App& app, int&) {
  auto full = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand("test", "the test suite of the course (builds it first)");
  command->add_flag("--full", *full, "long runs as well, with a JUnit report in build/");
  command->callback([full] { run_test(*full); });
}

}  // namespace course
