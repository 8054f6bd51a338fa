#include <fmt/format.h>

#include <algorithm>

#include "commands.h"
#include "console.h"
#include "files.h"
#include "grade.h"
#include "hints.h"
#include "interruption.h"
#include "problem.h"
#include "progress_file.h"

namespace course {
namespace {

struct Graded {
  const LabEntry* entry;
  const Task* task;
  const TaskResult* result;
};

/// Who asks for a lab is at work on one of its tasks: the first that was begun and fails, else the first that is not done.
const Graded* in_need(const std::vector<Graded>& tasks) {
  const auto find = [&](auto wanted) -> const Graded* {
    const auto found = std::find_if(tasks.begin(), tasks.end(), wanted);
    return found == tasks.end() ? nullptr : &*found;
  };
  const Graded* begun = find([](const Graded& one) {
    return one.result->verdict == Verdict::fail || one.result->verdict == Verdict::build_error;
  });
  return begun != nullptr ? begun : find([](const Graded& one) { return one.result->verdict != Verdict::pass; });
}

void print_solution_path(const Repository& repository, const Graded& graded, const std::string& first = "") {
  const fs::path solution = repository.solutions() / graded.entry->name;
  fmt::print("{}", wrapped(fmt::format("{}The solution is {}; {} says why it is fast.", first,
                                       repository.shown(solution / graded.task->file),
                                       repository.shown(solution / "README.md")),
                           0));
}

std::string first_sentence_of(const CheckResult& check) {
  return check.message.substr(0, check.message.find('\n'));
}

void print_hint(const Console& console, const Offer& offer, std::size_t number, std::size_t of) {
  fmt::print("{}\n{}", console.strong(fmt::format("hint {} of {}", number, of)), wrapped(offer.hint->text, 2));
}

int show_next(const Repository& repository, const Graded& graded, const std::vector<Offer>& offered) {
  const Console console;
  const std::string command = fmt::format("./course hint {}", graded.task->name);
  fmt::print("{} {}\n{}\n", console.strong(graded.task->name + "/" + offered.front().check->name),
             console.verdict("fail"), wrapped(first_sentence_of(*offered.front().check), 2));
  std::size_t next = offered.size();
  change_progress(repository, [&](Progress& progress) {
    auto& shown = progress.task(graded.entry->name, graded.task->name).hints;
    const auto is_new = [&](const Offer& offer) {
      return std::find(shown.begin(), shown.end(), offer.hint->text) == shown.end();
    };
    next = static_cast<std::size_t>(std::find_if(offered.begin(), offered.end(), is_new) - offered.begin());
    if (next < offered.size()) shown.push_back(offered[next].hint->text);
  });
  if (next < offered.size()) {
    print_hint(console, offered[next], next + 1, offered.size());
    if (next + 1 < offered.size()) {
      fmt::print("\nStill stuck? {} again. ./course explain {} shows what each line costs.\n", command,
                 graded.task->name);
      return 0;
    }
  } else {
    fmt::print("{} for this, once more:\n",
               offered.size() == 1 ? "The only hint" : fmt::format("All {} hints", offered.size()));
    for (std::size_t i = 0; i < offered.size(); ++i) print_hint(console, offered[i], i + 1, offered.size());
  }
  fmt::print("\n");
  print_solution_path(repository, graded, "That was the last hint for what fails now. ");
  return 0;
}

int help(const Repository& repository, const Graded& graded) {
  const TaskResult& result = *graded.result;
  if (result.verdict == Verdict::infrastructure) throw Problem(result.message);
  if (result.verdict == Verdict::build_error) {
    fmt::print("{} does not build, so nothing was judged yet. Repair this first:\n{}", graded.task->name,
               wrapped((result.where.empty() ? "" : repository.shown(result.where) + ": ") + result.message, 2));
    return 1;
  }
  const auto offered = offers(*graded.task, result);
  if (!offered.empty()) return show_next(repository, graded, offered);
  if (result.verdict == Verdict::pass) {
    fmt::print("{} passes: no hint needed.\n", graded.task->name);
  } else {
    const auto failed =
        std::find_if(result.checks.begin(), result.checks.end(), [](const auto& check) { return check.failed(); });
    if (failed == result.checks.end()) throw Problem(fmt::format("{} was not judged to its end", graded.task->name));
    fmt::print("{}/{} fails, and the lab has no hint for it:\n{}", graded.task->name, failed->name,
               wrapped(first_sentence_of(*failed), 2));
  }
  print_solution_path(repository, graded);
  return 0;
}

}  // namespace

int run_hint(const HintOptions& options) {
  const Repository repository = Repository::find();
  const auto labs = find_labs(repository);
  const auto selections = select_tasks(labs, options.name, options.task);
  make_folder(repository.build);
  Interruption interruption;
  GradeOptions grading;
  grading.machine = options.machine;
  const Report report = grade(repository, selections, grading);
  interruption.give_way();
  std::vector<Graded> tasks;
  for (std::size_t i = 0; i < selections.size(); ++i)
    for (std::size_t j = 0; j < selections[i].tasks.size(); ++j)
      tasks.push_back({selections[i].entry, selections[i].tasks[j], &report.labs[i].tasks[j]});
  if (const Graded* graded = in_need(tasks)) return help(repository, *graded);
  return help(repository, tasks.front());
}

}  // namespace course
