#include "grader_run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <mutex>

#include "files.h"
#include "fragment.h"
#include "grading/harness/gpu_turn.h"
#include "interruption.h"
#include "process.h"

namespace course {
namespace {

/// The last line of a log that says something, for a sentence about a grader that gave no report.
std::string last_words(const fs::path& log) {
  std::string text = fs::exists(log) ? read_file(log) : "";
  text.erase(text.find_last_not_of(" \t\r\n") + 1);
  const auto line = text.rfind('\n');
  return line == std::string::npos ? text : text.substr(line + 1);
}

/// A safety net only: each runner has its own limit inside the grader, and this one must never come first.
std::chrono::seconds limit_of(const Order& order, const GraderRun& run) {
  double seconds = order.entry->lab->seconds * static_cast<double>(order.task->checks.size() + 1) + 30;
  // Dozens of timed calls, twice when the GPU is noisy, after waiting for whoever else measures on it.
  if (run.machine == "cuda") seconds += 900 + 60.0 * order.repeat * static_cast<double>(1 + run.students.size());
  return std::chrono::seconds(static_cast<long>(seconds));
}

/// Why a grader that did report ended with the status for a fault of the machine or the course.
std::string reason_of(const GraderAnswer& answer, const fs::path& log) {
  for (const CheckResult& check : answer.checks)
    if (check.fault == "infrastructure") return fmt::format("{}: {}", check.name, check.message);
  return last_words(log);
}

GraderAnswer fault(std::string sentence) {
  return {.checks = {}, .points = 0, .junit = {}, .fault = std::move(sentence), .interrupted = false};
}

}  // namespace

std::vector<GraderRun> runs_of(const Order& order) {
  const auto& checks = order.task->checks;
  const std::size_t lessons = order.task->checks_of(CheckKind::lesson).size();
  if (order.only_speed) {
    const std::size_t speed = order.task->checks_of(CheckKind::speed).size();
    if (speed == 0) return {};
    return {{"cuda", "speed", order.work / "cuda", speed}};
  }
  if (!order.only_check.empty()) return {{"sim", "*", order.work, 1}};
  if (order.machine == "sim") return {{"sim", "*", order.work, checks.size()}};
  std::vector<GraderRun> runs = {{"cuda", "correctness,speed", order.work / "cuda", checks.size() - lessons},
                                 {"sim", "lesson", order.work, lessons}};
  std::erase_if(runs, [](const GraderRun& run) { return run.checks == 0; });
  return runs;
}

GraderAnswer run_grader(const Repository& repository, const Order& order, const GraderRun& run) {
  const std::string& lab = order.entry->name;
  const std::string& task = order.task->name;
  const fs::path program = repository.grader(lab);
  if (!fs::exists(program))
    return fault(
        fmt::format("the grader of lab {} is not built ({} is missing): start ./course, which builds it, or run {}", lab,
                    repository.shown(program), repository.build_line(repository.build)));
  const fs::path fragment = run.folder / (task + ".json"), junit = run.folder / (task + ".junit.xml"),
                 log = run.folder / (task + ".log");
  // A grader that dies must not be judged by its last report.
  for (const fs::path& old : {fragment, junit}) fs::remove(old);
  Command command{.arguments = {program.string(), "--runners", run.folder.string(), "--lab",
                                order.entry->folder.string(), "--machine", run.machine, "--json", fragment.string(),
                                "-r=junit", "-o=" + junit.string(), "-tc=" + task + "/" + (order.only_check.empty() ? "*" : order.only_check), "-ts=" + run.suites, "--parent", std::to_string(::getpid())},
                  .output = log,
                  .folder = {},
                  .limit = limit_of(order, run)};
  if (!run.references.empty()) command.arguments.insert(command.arguments.end(), {"--references", run.references.string()});
  if (!run.students.empty()) {
    const fs::path list = run.folder / (task + ".students");
    std::string lines;
    for (const fs::path& student : run.students) lines += student.string() + "\n";
    write_file(list, lines);
    command.arguments.insert(command.arguments.end(), {"--students", list.string()});
  }
  if (order.repeat > 1) command.arguments.insert(command.arguments.end(), {"--repeat", std::to_string(order.repeat)});
  if (order.pictures) command.arguments.insert(command.arguments.end(), {"--pictures", order.pictures->string()});
  if (!run.evidence.empty()) command.arguments.insert(command.arguments.end(), {"--evidence", run.evidence.string()});
  // One at a time on a real GPU: what runs beside a measurement is part of it.
  static std::mutex gpu;
  std::unique_lock<std::mutex> turn(gpu, std::defer_lock);
  if (run.machine == "cuda") {
    turn.lock();
    static bool told = false;
    if (!told && harness::gpu_is_taken()) {
      told = true;
      fmt::print(stderr, "another grading uses this GPU: waiting for its end, up to ten minutes\n");
    }
  }
  const Ended ended = run_process(command);

  // What it had timed by then is kept, and is no verdict.
  if (ended.signal != 0 && (Interruption::signal() != 0 || ended.over_limit)) {
    GraderAnswer answer;
    answer.interrupted = Interruption::signal() != 0;
    if (!answer.interrupted)
      answer.fault = fmt::format("the grader of lab {} was stopped after its time limit of {} s; its log is {}", lab,
                                 command.limit.count(), repository.shown(log));
    try {
      if (fs::exists(fragment)) answer.checks = read_fragment(read_file(fragment), task).checks;
    } catch (const std::runtime_error&) {  // a report that was not written to its end
    }
    return answer;
  }
  // 2 with a report: a check of it says what the machine or the course lacks.
  if (!fs::exists(fragment) || ended.status < 0 || ended.status > 2) {
    const std::string words = last_words(log);
    return fault(fmt::format("the grader of lab {} gave no verdict ({}{}); its log is {}", lab, ended.sentence(),
                             words.empty() ? "" : ": " + words, repository.shown(log)));
  }
  try {
    Fragment reported = read_fragment(read_file(fragment), task);
    GraderAnswer answer{.checks = std::move(reported.checks), .points = reported.points, .junit = {}, .fault = {}, .interrupted = false};
    if (fs::exists(junit)) answer.junit = read_file(junit);
    if (ended.status == 2)
      answer.fault = reason_of(answer, log);
    else if (answer.checks.size() != run.checks)
      answer.fault =
          fmt::format("the grader of lab {} judged {} of {} checks of {}: build it again ({})", lab,
                      answer.checks.size(), run.checks, task, repository.build_line(repository.build));
    return answer;
  } catch (const std::runtime_error& error) {
    return fault(fmt::format("the grader of lab {} wrote a report that cannot be read ({})", lab, error.what()));
  }
}

}  // namespace course
