#include "references.h"

#include <fmt/format.h>

#include <array>
#include <map>
#include <mutex>

#include "files.h"
#include "problem.h"
#include "process.h"
#include "runner_build.h"

namespace course {
fs::path reference_runners(const Repository& repository, const LabEntry& entry, const Task& task) {
  // One task is graded from many files at a time when the corpus is.
  static std::map<std::string, std::mutex> building;
  static std::mutex finding;
  std::unique_lock find(finding);
  std::mutex& of_task = building[entry.name + "/" + task.name];
  find.unlock();
  const std::lock_guard lock(of_task);
  const CheckEntry* speed = task.checks_of(CheckKind::speed).front();  // the others have the same slow kernel
  const fs::path grader = entry.folder / "grader";
  const std::array<std::pair<const char*, fs::path>, 3> kernels = {{{"slow", grader / speed->slow},
                                                                    {"plain", grader / "plain" / task.file},
                                                                    {"solution", repository.solutions() / entry.name / task.file}}};
  const fs::path folder = repository.cuda_build() / "references" / entry.name;
  for_each_in_parallel(kernels.size(), kernels.size(), [&](std::size_t i) {
    const auto& [name, source] = kernels[i];
    if (!fs::is_regular_file(source))
      throw Problem(fmt::format("the given kernel {} is missing, and every speed of {} is measured against it",
                                repository.shown(source), task.name));
    make_folder(folder / name);
    const fs::path program = folder / name / task.name;
    const Built built = build_cuda_runner(repository, entry, task, source, program);
    if (built.outcome != Built::Outcome::ok)
      throw Problem(fmt::format("the given kernel {} does not build: {}", repository.shown(source), built.message));
  });
  return folder;
}

}  // namespace course
