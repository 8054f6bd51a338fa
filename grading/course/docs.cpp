#include <fmt/format.h>

#include "build.h"
#include "commands.h"
#include "files.h"
#include "packages.h"
#include "problem.h"
#include "process.h"

namespace course {

int run_docs() {
  const Repository repository = Repository::find();
  const auto missing = missing_packages(repository, "docs");
  if (!missing.empty())
    throw Problem(fmt::format("the site needs {}: {}", missing.front().name, install_line(missing)));
  build_target(repository, "docs");
  fmt::print("open {}\n", (repository.build / "site" / "index.html").string());
  return 0;
}

int check_docs() {
  const Repository repository = Repository::find();
  build_target(repository, "course_site");
  const fs::path program = repository.root / "build" / "sim" / "docs" / "site" / "course_site";
  const fs::path said = repository.root / "build" / "docs-check.txt";
  const Ended ended = run_process({.arguments = {program.string(), "check", repository.root.string()},
                                   .output = said,
                                   .folder = repository.root});
  fmt::print("{}", read_file(said));
  return ended.ok() ? 0 : 1;
}

}  // namespace course
