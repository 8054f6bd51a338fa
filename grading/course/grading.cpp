#include "grading.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "files.h"
#include "problem.h"
#include "process.h"
#include "runner_build.h"
#include "tokens.h"

namespace course {
namespace {

fs::path starter_of(const Order& order) { return order.entry->folder / "grader" / "starter" / order.task->file; }

/// The last line of a log that says something, for a sentence about a grader that gave no report.
std::string last_words(const fs::path& log) {
  std::string text = fs::exists(log) ? read_file(log) : "";
  text.erase(text.find_last_not_of(" \t\r\n") + 1);
  const auto line = text.rfind('\n');
  return line == std::string::npos ? text : text.substr(line + 1);
}

TaskResult machine_fault(TaskResult result, std::string message) {
  result.verdict = Verdict::infrastructure;
  result.checks.clear();
  result.points = 0;
  result.message = std::move(message);
  return result;
}

/// A safety net only: each runner has its own limit inside the grader, and this one must never come first.
std::chrono::seconds grader_limit(const Order& order) {
  const double seconds = order.entry->lab->seconds * static_cast<double>(order.task->checks.size() + 1) + 30;
  return std::chrono::seconds(static_cast<long>(seconds));
}

/// Reads what the grader wrote. Throws nlohmann::json::exception if it is not what the contract says.
void read_fragment(TaskResult& result, const fs::path& fragment) {
  const auto lab = nlohmann::json::parse(read_file(fragment));
  for (const auto& task : lab.at("tasks")) {
    if (task.at("task") != result.task) continue;
    for (const auto& check : task.at("checks")) result.checks.push_back(CheckResult::from_json(check));
    result.points = task.at("points").get<double>();
    const bool failed = std::any_of(result.checks.begin(), result.checks.end(), [](auto& c) { return c.failed(); });
    result.verdict = failed ? Verdict::fail : Verdict::pass;
  }
}

/// Why a grader that did report ended with the status for a fault of the machine or the course.
std::string reason_of(const TaskResult& result, const fs::path& log) {
  for (const CheckResult& check : result.checks)
    if (check.fault == "infrastructure") return fmt::format("{}: {}", check.name, check.message);
  return last_words(log);
}

TaskResult run_grader(const Repository& repository, const Order& order, TaskResult result) {
  const fs::path program = repository.grader(order.entry->name);
  if (!fs::exists(program))
    return machine_fault(std::move(result),
                         fmt::format("the grader of lab {} is not built ({} is missing): start ./course, "
                                     "which builds it, or run cmake --build --preset sim",
                                     order.entry->name, repository.shown(program)));
  const std::string stem = order.task->name;
  const fs::path fragment = order.work / (stem + ".json"), junit = order.work / (stem + ".junit.xml"),
                 log = order.work / (stem + ".log");
  // A grader that dies must not be judged by its last report.
  for (const fs::path& old : {fragment, junit}) fs::remove(old);
  Command command{.arguments = {program.string(), "--runners", order.work.string(), "--lab",
                                order.entry->folder.string(), "--machine", order.machine, "--json", fragment.string(),
                                "-r=junit", "-o=" + junit.string(), "-tc=" + stem + "/*"},
                  .output = log,
                  .folder = {},
                  .limit = grader_limit(order)};
  if (order.pictures) command.arguments.insert(command.arguments.end(), {"--pictures", order.pictures->string()});
  const Ended ended = run_process(command);
  // 2 with a report: a check of it says what the machine or the course lacks.
  const bool reported = fs::exists(fragment) && ended.status >= 0 && ended.status <= 2;
  if (!reported) {
    const std::string words = last_words(log);
    return machine_fault(std::move(result),
                         fmt::format("the grader of lab {} gave no verdict ({}{}); its log is {}", order.entry->name,
                                     ended.sentence(), words.empty() ? "" : ": " + words, repository.shown(log)));
  }
  try {
    read_fragment(result, fragment);
  } catch (const nlohmann::json::exception& error) {
    return machine_fault(std::move(result), fmt::format("the grader of lab {} wrote a report that cannot be read ({})",
                                                        order.entry->name, error.what()));
  }
  if (ended.status == 2) return machine_fault(std::move(result), reason_of(result, log));
  if (result.checks.size() != order.task->checks.size())
    return machine_fault(
        std::move(result),
        fmt::format("the grader of lab {} judged {} of the {} checks of {}: build it again (cmake --build "
                    "--preset sim)",
                    order.entry->name, result.checks.size(), order.task->checks.size(), stem));
  if (fs::exists(junit)) result.junit = read_file(junit);
  return result;
}

TaskResult build_and_run(const Repository& repository, const Order& order, TaskResult result) {
  if (!fs::exists(order.source)) {
    result.verdict = Verdict::build_error;
    result.message = fmt::format("{} is missing", repository.shown(order.source));
    if (order.may_be_todo)
      result.message += fmt::format(": ./course reset {} {} puts the starter there", order.entry->name.substr(0, 2),
                                    order.task->name);
    return result;
  }
  const bool todo = order.may_be_todo && is_todo(order);
  make_folder(order.work);
  const Built built = build_runner(repository, *order.entry, *order.task, order.source, order.work / order.task->name);
  if (built.outcome == Built::Outcome::machine) return machine_fault(std::move(result), built.message);
  if (built.outcome == Built::Outcome::student) {
    result.verdict = Verdict::build_error;
    result.message = built.message;
    result.where = built.where;
    return result;
  }
  result = run_grader(repository, order, std::move(result));
  // Points are for work: what a starter gets right by itself is given.
  if (todo && result.verdict != Verdict::infrastructure) {
    result.verdict = Verdict::todo;
    result.points = 0;
  }
  return result;
}

}  // namespace

bool is_todo(const Order& order) {
  return fs::exists(order.source) && fs::exists(starter_of(order)) &&
         same_tokens(read_file(order.source), read_file(starter_of(order)));
}

TaskResult grade_task(const Repository& repository, const Order& order) {
  TaskResult result;
  result.task = order.task->name;
  result.max_points = order.task->points;
  try {
    return build_and_run(repository, order, result);
  } catch (const Problem& problem) {
    return machine_fault(std::move(result), problem.what());
  } catch (const fs::filesystem_error& error) {
    return machine_fault(std::move(result), error.what());
  }
}

std::vector<TaskResult> grade_all(const Repository& repository, const std::vector<Order>& orders) {
  std::vector<TaskResult> results(orders.size());
  for_each_in_parallel(orders.size(), std::thread::hardware_concurrency(),
                       [&](std::size_t i) { results[i] = grade_task(repository, orders[i]); });
  return results;
}

}  // namespace course
