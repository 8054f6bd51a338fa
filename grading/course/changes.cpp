#include "changes.h"

#include <fmt/format.h>

#include <algorithm>

#include "same_fault.h"

namespace course {
namespace {

const CheckResult* find(const TaskResult& task, const std::string& name) {
  const auto found = std::find_if(task.checks.begin(), task.checks.end(), [&](auto& c) { return c.name == name; });
  return found == task.checks.end() ? nullptr : &*found;
}

std::string message(const std::string& text, const std::string& where) {
  const bool told = where.empty() || text.find(where) != std::string::npos;
  return wrapped(told ? text : where + ": " + text, 4);
}

/// The check that tells of this one's fault, if that is another one.
const CheckResult* told_before(const std::vector<Told>& told, const CheckResult& check) {
  for (const Told& one : told)
    if (std::find(one.also.begin(), one.also.end(), &check) != one.also.end()) return one.check;
  return nullptr;
}

std::string changed_checks(const TaskResult& before, const TaskResult& after, const Console& console) {
  std::string out;
  const std::vector<Told> told = by_fault(after.checks);
  for (const CheckResult& check : after.checks) {
    const CheckResult* old = find(before, check.name);
    const bool same_verdict = old != nullptr && old->verdict == check.verdict;
    if (same_verdict && old->message == check.message) continue;
    if (same_verdict && !check.failed()) continue;
    const std::string name = console.strong(after.task + "/" + check.name);
    out += same_verdict ? fmt::format("  {} still fails, otherwise:\n", name)
                        : fmt::format("  {} {}{}\n", name, old == nullptr ? "" : console.verdict(old->verdict) + " -> ",
                                      console.verdict(check.verdict));
    if (check.verdict == "pass") continue;
    const CheckResult* first = told_before(told, check);
    out += first != nullptr ? message("the same fault as in " + first->name, "") : message(check.message, check.where);
  }
  return out;
}

}  // namespace

std::string changes(const LabResult& before, const LabResult& after, const Console& console) {
  std::string out;
  for (const TaskResult& task : after.tasks) {
    const auto old =
        std::find_if(before.tasks.begin(), before.tasks.end(), [&](auto& one) { return one.task == task.task; });
    static const TaskResult nothing;
    const TaskResult& last = old == before.tasks.end() ? nothing : *old;
    std::string lines = changed_checks(last, task, console);
    if (!task.message.empty() && task.message != last.message)
      lines = fmt::format("  {} {}\n{}", console.strong(task.task), console.verdict(word(task.verdict)),
                          message(task.message, task.where));
    else if (task.verdict != last.verdict || task.points != last.points)
      lines += fmt::format("  {} {}, {:g} of {:g} points\n", console.strong(task.task),
                           console.verdict(word(task.verdict)), task.points, task.max_points);
    out += lines;
  }
  return out;
}

}  // namespace course
