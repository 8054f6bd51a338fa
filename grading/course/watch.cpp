#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <ctime>

#include "changes.h"
#include "commands.h"
#include "console.h"
#include "file_watch.h"
#include "files.h"
#include "grade.h"
#include "interruption.h"

namespace course {
namespace {

/// The last results that a kernel gave: a task that does not build now is compared with these once it builds again.
void keep(LabResult& last, const LabResult& now) {
  for (const TaskResult& task : now.tasks) {
    const auto old =
        std::find_if(last.tasks.begin(), last.tasks.end(), [&](auto& one) { return one.task == task.task; });
    if (old == last.tasks.end()) {
      last.tasks.push_back(task);
    } else if (task.checks.empty()) {
      old->message = task.message;
      old->verdict = task.verdict;
    } else {
      *old = task;
    }
  }
}

/// Places below the repository, as its reader names them.
Report graded(const Repository& repository, const std::vector<Selection>& selections) {
  Report report = grade(repository, selections, {});
  for (LabResult& lab : report.labs)
    for (TaskResult& task : lab.tasks)
      if (!task.where.empty()) task.where = repository.shown(task.where);
  return report;
}

void say(const std::string& text) {
  fmt::print("{}", text);
  std::fflush(stdout);  // also into a pipe, as it happens
}

}  // namespace

int run_watch(const std::string& name, const std::string& task_name) {
  const Repository repository = Repository::find();
  const auto labs = find_labs(repository);
  const auto selections = select_tasks(labs, name, task_name);
  make_folder(repository.build);
  const Console console;
  Interruption interruption;
  std::vector<std::filesystem::path> folders;
  for (const Selection& selection : selections) folders.push_back(selection.entry->folder);
  FileWatch watch(std::move(folders));

  Report report = graded(repository, selections);
  std::vector<LabResult> last = report.labs;
  if (Interruption::signal() == 0) {
    say(to_text(report, repository, console, "labs"));
    say(fmt::format("watching {}: save a file and it is graded again; Ctrl-C ends this{}\n",
                    repository.shown(selections.front().entry->folder), watch.polls() ? " (by polling)" : ""));
  }
  while (Interruption::signal() == 0) {
    const auto saved = watch.wait();
    if (saved.empty()) break;
    say(console.faint(fmt::format("{:%H:%M:%S} {} saved", fmt::localtime(std::time(nullptr)), fmt::join(saved, ", "))) + "\n");
    report = graded(repository, selections);
    if (Interruption::signal() != 0) break;
    std::string news;
    for (std::size_t i = 0; i < report.labs.size(); ++i) {
      news += changes(last[i], report.labs[i], console);
      keep(last[i], report.labs[i]);
    }
    say(news.empty() ? "  no verdict and no count changed\n" : news);
  }
  say("\nended; nothing is running any more\n");
  return 0;
}

}  // namespace course
