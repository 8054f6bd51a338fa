#include "report.h"

#include <algorithm>

namespace course {
std::string_view word(Verdict verdict) {
  switch (verdict) {
    case Verdict::pass:
      return "pass";
    case Verdict::todo:
      return "todo";
    case Verdict::fail:
      return "fail";
    case Verdict::build_error:
      return "build-error";
    case Verdict::infrastructure:
      return "infrastructure";
  }
  return "infrastructure";
}

double LabResult::points() const {
  double sum = 0;
  for (const TaskResult& task : tasks) sum += task.points;
  return sum;
}

double LabResult::max_points() const {
  double sum = 0;
  for (const TaskResult& task : tasks) sum += task.max_points;
  return sum;
}

void LabResult::settle() {
  if (tasks.empty()) return;
  const auto some = [&](Verdict verdict) {
    return std::any_of(tasks.begin(), tasks.end(), [&](const TaskResult& task) { return task.verdict == verdict; });
  };
  verdict = some(Verdict::infrastructure)                       ? Verdict::infrastructure
            : some(Verdict::fail) || some(Verdict::build_error) ? Verdict::fail
            : some(Verdict::todo)                               ? Verdict::todo
                                                                : Verdict::pass;
}

void Report::be_strict() {
  for (LabResult& lab : labs) {
    for (TaskResult& task : lab.tasks) {
      if (task.verdict != Verdict::todo) continue;
      task.verdict = Verdict::fail;
      task.points = 0;
      task.message = "the file is still the starter: with --strict, a task to do fails with 0 points";
    }
    lab.settle();
  }
}

int Report::exit_status() const {
  const auto some = [&](Verdict verdict) {
    return std::any_of(labs.begin(), labs.end(), [&](const LabResult& lab) { return lab.verdict == verdict; });
  };
  return some(Verdict::infrastructure) ? 2 : some(Verdict::fail) ? 1 : 0;
}

}  // namespace course
