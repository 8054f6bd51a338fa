#include <fmt/format.h>
#include <fmt/ranges.h>

#include "commands.h"
#include "console.h"
#include "progress.h"
#include "repository.h"

namespace course {

int run_list() {
  const Repository repository = Repository::find();
  const Console console;
  int status = 0;
  for (const LabEntry& entry : find_labs(repository)) {
    if (!entry.lab) {
      fmt::print("{}\n{}\n", console.strong(entry.name), wrapped(entry.broken, 2));
      status = 2;
      continue;
    }
    fmt::print("{}  {}\n{}", console.strong(entry.name), entry.lab->title, wrapped(entry.lab->summary, 2));
    for (const Task& task : entry.lab->tasks) {
      const Order order{.entry = &entry,
                        .task = &task,
                        .source = entry.folder / task.file,
                        .work = repository.build / "grade" / entry.name,
                        .machine = "sim",
                        .pictures = {},
                        .may_be_todo = true};
      const Standing now = standing(order);
      fmt::print("  {}  {:>5}  {}\n", console.verdict(now.word, 14), fmt::format("{:g}/{}", now.points, task.points),
                 repository.shown(order.source));
    }
    const std::string more = wrapped(
        fmt::format("read labs/{}/README.md; concepts: {}", entry.name, fmt::join(entry.lab->teaches, ", ")), 2);
    fmt::print("{}\n", console.faint(more));
  }
  return status;
}

}  // namespace course
