#include <fmt/format.h>

#include "commands.h"
#include "files.h"
#include "problem.h"
#include "repository.h"

namespace course {
namespace {

/// Copies the student's file beside itself under the first free number; never over anything that is there.
fs::path keep(const fs::path& file) {
  for (int n = 1; n < 10000; ++n) {
    fs::path kept = fmt::format("{}.{}.bak", file.string(), n);
    std::error_code error;
    if (fs::copy_file(file, kept, fs::copy_options::none, error)) return kept;
    if (!fs::exists(kept))
      throw Problem(fmt::format("cannot write {} ({}); nothing was reset", kept.string(), error.message()));
  }
  throw Problem(fmt::format("{} has too many kept copies; move some away; nothing was reset", file.string()));
}

void reset(const Repository& repository, const LabEntry& entry, const Task& task) {
  const fs::path file = entry.folder / task.file;
  const std::string starter = read_file(entry.folder / "grader" / "starter" / task.file);
  if (fs::exists(file) && !fs::is_regular_file(file))
    throw Problem(fmt::format("{} is not a file: move it away, then reset again", repository.shown(file)));
  if (!fs::exists(file)) {
    write_file(file, starter);
    fmt::print("{}: the starter is there again\n", repository.shown(file));
  } else if (read_file(file) == starter) {
    fmt::print("{}: is the starter already\n", repository.shown(file));
  } else {
    const fs::path kept = keep(file);
    write_file(file, starter);
    fmt::print("{}: the starter is back; your version is kept as {}\n", repository.shown(file), repository.shown(kept));
  }
}

}  // namespace

int run_reset(const std::string& name, const std::string& task_name) {
  const Repository repository = Repository::find();
  const auto labs = find_labs(repository);
  for (const Selection& selection : select_tasks(labs, name, task_name))
    for (const Task* task : selection.tasks) reset(repository, *selection.entry, *task);
  return 0;
}

}  // namespace course
