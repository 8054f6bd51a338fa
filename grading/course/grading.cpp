#include "grading.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <thread>

#include "files.h"
#include "grader_run.h"
#include "grading/harness/printable.h"
#include "interruption.h"
#include "leftovers.h"
#include "machine.h"
#include "problem.h"
#include "process.h"
#include "references.h"
#include "runner_build.h"
#include "tokens.h"
#include "work_lock.h"

namespace course {
namespace {

fs::path starter_of(const Order& order) { return order.entry->folder / "grader" / "starter" / order.task->file; }

constexpr const char* interrupted = "interrupted before its verdict";

TaskResult machine_fault(TaskResult result, std::string message) {
  result.verdict = Verdict::infrastructure;
  result.points = 0;
  result.message = std::move(message);
  return result;
}

Built build(const Repository& repository, const Order& order, const GraderRun& run) {
  make_folder(run.folder);
  const auto build_for = run.machine == "cuda" ? build_cuda_runner : build_runner;
  Built built = build_for(repository, *order.entry, *order.task, order.source, run.folder / order.task->name);
  // Compilers quote the file, which may be no text at all.
  built.message = harness::printable(built.message);
  for (Remark& warning : built.warnings) warning.message = harness::printable(warning.message);
  return built;
}

/// Lessons that cannot be judged cost no points: they are neither reached nor missed.
void leave_out_lessons(TaskResult& result, const Task& task) {
  for (const CheckEntry& check : task.checks) {
    if (check.kind != CheckKind::lesson) continue;
    result.max_points -= check.points;
    result.checks.push_back({.name = check.name,
                             .kind = "lesson",
                             .verdict = "skipped",
                             .value = {},
                             .threshold = {},
                             .unit = {},
                             .fault = {},
                             .message = "Lessons are judged on the simulated GPU, and " + front_end_missing() + ".",
                             .where = {},
                             .glossary = check.glossary});
  }
}

/// A variable that is set and used under one condition looks to the compiler like one that is used unset. Of a task that
/// passes such a guess is no news; of one that fails it may be the reason.
void leave_out_guesses(TaskResult& result) {
  if (result.verdict == Verdict::pass)
    std::erase_if(result.warnings, [](const Remark& warning) { return warning.message.find("[-Wconditional-uninitialized]") != std::string::npos; });
}

/// In the order of lab.json, whichever machine answered.
void sort_checks(TaskResult& result, const Task& task) {
  const auto place = [&](const CheckResult& check) { return task.check(check.name) - task.checks.data(); };
  std::sort(result.checks.begin(), result.checks.end(), [&](auto& a, auto& b) { return place(a) < place(b); });
}

TaskResult build_and_run(const Repository& repository, const Order& order, TaskResult result) {
  // Not only there: reading a folder fails, and reading a pipe would never end.
  if (!fs::is_regular_file(order.source)) {
    const bool missing = !fs::exists(order.source);
    result.verdict = Verdict::build_error;
    result.message = fmt::format("{} is {}", repository.shown(order.source), missing ? "missing" : "not a file");
    if (order.may_be_todo && missing)
      result.message += fmt::format(": ./course reset {} {} puts the starter there", order.entry->name.substr(0, 2),
                                    order.task->name);
    return result;
  }
  const bool todo = order.may_be_todo && is_todo(order);
  for (GraderRun& run : runs_of(order)) {
    // A GPU may be there without the compiler that the simulated one needs.
    if (order.only_build && run.machine != order.machine) continue;
    if (order.machine == "cuda" && run.machine == "sim" && !front_end_missing().empty()) {
      leave_out_lessons(result, *order.task);
      continue;
    }
    if (run.machine == "cuda" && has_speed(*order.task))
      run.references = reference_runners(repository, *order.entry, *order.task);
    const Built built = build(repository, order, run);
    // A compiler that Ctrl-C ended says nothing about the file.
    if (built.outcome != Built::Outcome::ok && Interruption::signal() != 0) return machine_fault(std::move(result), interrupted);
    if (built.outcome == Built::Outcome::machine) return machine_fault(std::move(result), built.message);
    if (built.outcome == Built::Outcome::student) {
      result.verdict = Verdict::build_error;
      result.points = 0;
      result.checks.clear();
      result.message = built.message;
      result.where = built.where;
      return result;
    }
    // A task may be built for several machines: the first build's words are enough.
    if (result.warnings.empty()) result.warnings = built.warnings;
    if (order.only_build) continue;
    GraderAnswer answer = run_grader(repository, order, run);
    result.checks.insert(result.checks.end(), answer.checks.begin(), answer.checks.end());
    result.points += answer.points;
    if (!answer.junit.empty()) result.junit.push_back(std::move(answer.junit));
    if (answer.interrupted) {
      sort_checks(result, *order.task);
      return machine_fault(std::move(result), interrupted);
    }
    if (!answer.fault.empty()) return machine_fault(std::move(result), answer.fault);
  }
  sort_checks(result, *order.task);
  result.notes = leftovers(result.checks, read_file(order.source), order.task->file);
  const bool failed =
      std::any_of(result.checks.begin(), result.checks.end(), [](auto& check) { return check.failed(); });
  result.verdict = todo ? Verdict::todo : failed ? Verdict::fail : Verdict::pass;
  leave_out_guesses(result);
  if (todo) result.points = 0;  // points are for work: what a starter gets right by itself is given
  return result;
}

}  // namespace

Order order_of(const Repository& repository, const LabEntry& entry, const Task& task) {
  return {.entry = &entry,
          .task = &task,
          .source = entry.folder / task.file,
          .work = repository.build / "grade" / entry.name,
          .machine = "sim",
          .pictures = {},
          .may_be_todo = true};
}

bool has_speed(const Task& task) { return !task.checks_of(CheckKind::speed).empty(); }

bool is_todo(const Order& order) {
  return fs::is_regular_file(order.source) && fs::exists(starter_of(order)) &&
         same_tokens(read_file(order.source), read_file(starter_of(order)));
}

TaskResult grade_task(const Repository& repository, const Order& order) {
  TaskResult result;
  result.task = order.task->name;
  result.max_points = order.only_speed ? 0 : order.task->points;  // speed has none
  if (Interruption::signal() != 0) return machine_fault(std::move(result), interrupted);
  try {
    make_folder(order.work);
    const WorkLock turn(order.work, order.task->name);
    if (Interruption::signal() != 0) return machine_fault(std::move(result), interrupted);
    return build_and_run(repository, order, result);
  } catch (const Problem& problem) {
    return machine_fault(std::move(result), Interruption::signal() != 0 ? interrupted : problem.what());
  } catch (const fs::filesystem_error& error) {
    return machine_fault(std::move(result), error.what());
  }
}

bool cut_short(const TaskResult& result) {
  return result.verdict == Verdict::infrastructure && result.message == interrupted;
}

std::vector<TaskResult> grade_all(const Repository& repository, const std::vector<Order>& orders,
                                  const std::function<void(std::size_t, const TaskResult&)>& done) {
  std::vector<TaskResult> results(orders.size());
  std::mutex telling;
  for_each_in_parallel(orders.size(), std::thread::hardware_concurrency(), [&](std::size_t i) {
    results[i] = grade_task(repository, orders[i]);
    const std::lock_guard lock(telling);
    if (done && !cut_short(results[i])) done(i, results[i]);
  });
  return results;
}

}  // namespace course
