#include "corpus.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace course {
namespace fs = std::filesystem;
namespace {

bool is_lesson(const CheckResult& check) { return check.kind == "lesson"; }

std::optional<double> margin(const CheckResult& check) {
  if (!is_lesson(check) || !check.value || !check.threshold) return std::nullopt;
  const double span = std::abs(*check.value - *check.threshold);
  if (*check.threshold != 0) return span / std::abs(*check.threshold);
  return span != 0 ? std::optional(span) : std::nullopt;  // "none at all" is met exactly, or missed by one
}

void expect_margins(std::vector<std::string>& out, const TaskResult& result, const std::string& only = "") {
  for (const CheckResult& check : result.checks) {
    const auto distance = margin(check);
    if (distance && *distance < required_margin && (only.empty() || check.name == only))
      out.push_back(fmt::format("{} is {:.0f} % from its limit ({:g} against {:g} {}); {:.0f} % are required",
                                check.name, *distance * 100, *check.value, *check.threshold, check.unit,
                                required_margin * 100));
  }
}

void expect_pass(std::vector<std::string>& out, const TaskResult& result) {
  if (result.verdict == Verdict::pass) return expect_margins(out, result);
  for (const CheckResult& check : result.checks)
    if (check.failed()) out.push_back(fmt::format("{} fails: {}", check.name, check.message));
  if (out.empty()) out.push_back(fmt::format("its verdict is {}: {}", word(result.verdict), result.message));
}

void expect_starter(std::vector<std::string>& out, const Repository& repository, const Order& order,
                    const TaskResult& result) {
  const Order edited{.entry = order.entry,
                     .task = order.task,
                     .source = order.entry->folder / order.task->file,
                     .work = {},
                     .pictures = {}};
  // What an author must keep true of the repository. The course's tests say that they run in somebody's own checkout,
  // whose tasks may be edited, since that is its purpose; CI has none of those.
  const bool may_be_edited = std::getenv("COURSE_TASKS_MAY_BE_EDITED") && !std::getenv("CI");
  if (!may_be_edited && !is_todo(edited))
    out.push_back(fmt::format("{} differs from the starter ({}): a clone would not begin with a task to do",
                              repository.shown(edited.source), repository.shown(order.source)));
  if (result.verdict != Verdict::todo) {
    out.push_back(fmt::format("its verdict is {}, not todo: {}", word(result.verdict), result.message));
    return;
  }
  const auto failed_lesson = [](const CheckResult& check) { return is_lesson(check) && check.failed(); };
  if (std::none_of(result.checks.begin(), result.checks.end(), failed_lesson))
    out.push_back("it fails no lesson check: there is nothing to learn from it");
}

void expect_rejected(std::vector<std::string>& out, const Expectation& expected, const TaskResult& result) {
  if (expected.check == build_check) {
    if (result.verdict != Verdict::build_error)
      out.push_back(fmt::format("it should not compile, since {}; its verdict is {}", expected.because,
                                word(result.verdict)));
    else if (result.message.find(expected.says) == std::string::npos)
      out.push_back(fmt::format("the compiler refuses it without the words \"{}\": {}", expected.says, result.message));
    return;
  }
  const auto check =
      std::find_if(result.checks.begin(), result.checks.end(), [&](auto& c) { return c.name == expected.check; });
  if (check == result.checks.end())
    out.push_back(fmt::format("{} did not judge it: its verdict is {}: {}", expected.check, word(result.verdict),
                              result.message));
  else if (!check->failed())
    out.push_back(
        fmt::format("{} says {} and should reject it, since {}", expected.check, check->verdict, expected.because));
  else if (check->message.find(expected.says) == std::string::npos)
    out.push_back(fmt::format("{} rejects it without the words \"{}\": {}", expected.check, expected.says,
                              check->message));
  else
    expect_margins(out, result, expected.check);
}

}  // namespace

std::vector<Expectation> expectations_of(const Repository& repository, const LabEntry& entry) {
  std::vector<Expectation> list;
  const fs::path work = repository.build / "check-labs" / entry.name;
  const fs::path grader = entry.folder / "grader";
  const auto add = [&](const Task& task, Expectation::Kind kind, const fs::path& source, const std::string& folder,
                       const CorpusEntry& stated = {}) {
    Order order{.entry = &entry,
                .task = &task,
                .source = source,
                .work = work / folder,
                .machine = "sim",
                .pictures = {},
                .only_check = stated.check == build_check ? std::string() : stated.check,  // the others may say of a wrong kernel what they like
                .may_be_todo = kind == Expectation::Kind::starter};
    list.push_back({.kind = kind,
                    .order = std::move(order),
                    .check = stated.check,
                    .because = stated.because,
                    .says = stated.says});
  };
  for (const Task& task : entry.lab->tasks) {
    add(task, Expectation::Kind::starter, grader / "starter" / task.file, "starter");
    add(task, Expectation::Kind::solution, repository.solutions() / entry.name / task.file, "solution");
    for (const CorpusEntry& kernel : task.corpus)
      add(task, kernel.must_pass ? Expectation::Kind::must_pass : Expectation::Kind::must_fail, grader / kernel.file,
          fs::path(kernel.file).replace_extension().string(), kernel);
  }
  return list;
}

std::vector<std::string> objections(const Repository& repository, const Expectation& expected,
                                    const TaskResult& result) {
  if (result.verdict == Verdict::infrastructure) return {"not judged: " + result.message};
  std::vector<std::string> out;
  switch (expected.kind) {
    case Expectation::Kind::starter:
      expect_starter(out, repository, expected.order, result);
      break;
    case Expectation::Kind::solution:
    case Expectation::Kind::must_pass:
      expect_pass(out, result);
      break;
    case Expectation::Kind::must_fail:
      expect_rejected(out, expected, result);
      break;
  }
  return out;
}

std::optional<double> smallest_margin(const TaskResult& result) {
  std::optional<double> least;
  for (const CheckResult& check : result.checks)
    if (const auto distance = margin(check); distance && (!least || *distance < *least)) least = distance;
  return least;
}

}  // namespace course
