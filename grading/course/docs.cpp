#include <fmt/format.h>

#include "build.h"
#include "commands.h"
#include "packages.h"
#include "problem.h"

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

}  // namespace course
