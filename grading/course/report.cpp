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

int Report::exit_status(bool strict) const {
  int status = 0;
  for (const LabResult& lab : labs) {
    if (lab.verdict == Verdict::infrastructure) return 2;
    // The lab's verdict hides a task still to do behind a failed one, and both mean 1 here.
    if (lab.verdict == Verdict::fail || (strict && lab.verdict == Verdict::todo)) status = 1;
  }
  return status;
}

}  // namespace course
