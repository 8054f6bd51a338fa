// Are the limits of the speed checks right on this GPU? Every given kernel is timed as a student's would be.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "corpus.h"
#include "files.h"
#include "grader_run.h"
#include "interruption.h"
#include "measure.h"
#include "problem.h"
#include "references.h"
#include "stated_speed.h"

namespace course {
namespace {

using json = nlohmann::ordered_json;

/// A kernel of the corpus with its runner.
struct Given {
  Order order;
  fs::path runner;
  std::string file;
  fs::path in_grader;  // relative to the lab's grader folder; a solution has no place there
  bool slow = false;
};

std::vector<Given> given_kernels(const Repository& repository, const Selection& selection, const Task& task) {
  std::vector<Given> kernels;
  const std::vector<fs::path> slow = task.slow_kernels();
  for (const Expectation& expected : expectations_of(repository, *selection.entry)) {
    Order order = expected.order;
    if (order.task != &task) continue;
    const fs::path in_grader = order.source.lexically_relative(selection.entry->folder / "grader");
    const bool is_slow = std::find(slow.begin(), slow.end(), in_grader) != slow.end();
    // Wrong kernels are rejected before their speed is asked for.
    if (expected.kind == Expectation::Kind::must_fail && !is_slow) continue;
    order.machine = "cuda";
    order.only_speed = true;
    order.only_build = true;
    order.may_be_todo = false;
    kernels.push_back({order, order.work / "cuda" / task.name, repository.shown(order.source), in_grader, is_slow});
  }
  return kernels;
}

/// The kernel in sentences, with the check where its task has several.
std::string shown(const Given& given, const CheckEntry& check) {
  return given.order.task->checks_of(CheckKind::speed).size() == 1 ? given.file : fmt::format("{} ({})", given.file, check.name);
}

/// The kernel's line of the record; says what is not as it should be.
json line_of(const Given& given, const CheckEntry& check, const json& timing, Calibration& found) {
  const std::string verdict = timing.at("verdict");
  const double ratio = timing.at("ratio"), share = std::abs(ratio - 1);
  const std::string name = shown(given, check);
  fmt::print("  {:<12} {:>8.3g} ms  {:>5.2f} of the limit  {:>3.0f} % of the copy  {}\n", verdict,
             timing.at("student_ms").get<double>(), ratio, 100 * timing.at("mastery").get<double>(), given.file);
  if (!timing.at("believed").get<bool>()) {
    // Of a given kernel, slow or fast, it tells that the procedure is wrong here.
    found.findings.push_back(fmt::format("{}: {}", name, timing.at("message").get<std::string>()));
  } else if (given.slow && verdict != "skipped") {
    // A clock does not see every access that is wasted: the lesson's own check rejects these everywhere, speed only where
    // the memory system is the bottleneck. Which those are, lab.json says for the GPU of the record. Another one that sees
    // more is not at fault.
    const Stated stated = stated_speed(check, given.in_grader);
    if (const auto objection = speed_objection(stated, verdict, ratio))
      (stated == Stated::rejected ? found.findings : found.otherwise).push_back(name + ": " + *objection);
    else if (stated == Stated::rejected)
      ++found.rejected;
    if (share < required_margin || verdict == "inconclusive")
      found.near.push_back(fmt::format("{}: {:.2f} of the limit{}", name, ratio,
                                       share < required_margin ? "" : ", and the GPU was too noisy to say"));
    else if (verdict == "pass")
      found.unseen.push_back(fmt::format("{}: {:.2f} of the limit", name, ratio));
  } else if (verdict != "skipped") {
    if (share >= required_margin && verdict == "pass") ++found.passed;
    if (share < required_margin)
      found.findings.push_back(fmt::format("{}: {:.0f} % from the limit ({:.3g} ms against {:.3g} ms)", name, 100 * share,
                                           timing.at("student_ms").get<double>(), timing.at("limit_ms").get<double>()));
    if (verdict != "pass")
      found.findings.push_back(fmt::format("{}: {}, where a fast kernel is expected to pass{}", name, verdict,
                                           verdict == "inconclusive" ? ": " + timing.at("message").get<std::string>() : ""));
  }
  return {{"file", given.file},
          {"check", check.name},
          {"expected", given.slow ? "slow" : "fast"},
          {"verdict", verdict},
          {"ms", timing.at("student_ms")},
          {"limit_ms", timing.at("limit_ms")},
          {"over_limit", ratio},
          {"over_limit_low", timing.at("ratio_low")},
          {"over_limit_high", timing.at("ratio_high")},
          {"share_of_copy", timing.at("mastery")},
          {"given_slow_ms", timing.at("slow_ms")},
          {"given_plain_ms", timing.at("plain_ms")},
          {"given_solution_ms", timing.at("solution_ms")},
          {"copy_ms", timing.at("copy_ms")},
          {"guard", timing.at("guard")},
          {"attempts", timing.at("attempts")},
          {"rounds", timing.at("rounds").size()},
          {"spent_s", timing.at("device").at("spent_s")}};
}

/// The lines of one speed check for the record of its task.
void take_times(json& record, const Task& task, const CheckEntry& check, const GraderAnswer& answer,
                const std::vector<Given>& kernels, Calibration& found) {
  const auto judged =
      std::find_if(answer.checks.begin(), answer.checks.end(), [&](const CheckResult& result) { return result.name == check.name; });
  const bool told = judged != answer.checks.end();
  const json timings = told && !judged->timing.empty() ? json::parse(judged->timing) : json::array();
  if (timings.size() != kernels.size()) {
    found.findings.push_back(fmt::format("{}/{}: not timed: {}", task.name, check.name,
                                         !answer.fault.empty() ? answer.fault
                                         : told                ? judged->message
                                                               : "the grader gave no times"));
    return;
  }
  int skipped = 0;
  std::string why;
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    if (!timings[i].contains("ratio")) {
      found.findings.push_back(fmt::format("{}: not timed: {}", shown(kernels[i], check), timings[i].at("message").get<std::string>()));
      continue;
    }
    if (record["device"].is_null()) {
      record["device"] = timings[i].at("device");
      record["device"].erase("spent_s");  // of each kernel, in its line
    }
    record["kernels"].push_back(line_of(kernels[i], check, timings[i], found));
    // This GPU's clock does not see the lesson, and its own sentence says so.
    if (timings[i].at("verdict") == "skipped" && skipped++ == 0) why = timings[i].at("message");
  }
  if (skipped > 0)
    found.skipped.push_back(fmt::format("{}/{}, {} of {} kernels: {}", task.name, check.name, skipped, kernels.size(), why));
}

/// null: interrupted.
json calibrated(const Repository& repository, const Selection& selection, const Task& task,
                const std::vector<Given>& kernels, Calibration& found) {
  Order order = kernels.front().order;
  order.work = repository.build / "calibrate" / selection.entry->name;
  const std::vector<const CheckEntry*> checks = task.checks_of(CheckKind::speed);
  GraderRun run{.machine = "cuda", .suites = "speed", .folder = order.work, .checks = checks.size()};
  make_folder(run.folder);
  run.references = reference_runners(repository, *selection.entry, task);
  for (const Given& given : kernels) run.students.push_back(given.runner);
  const GraderAnswer answer = run_grader(repository, order, run);
  if (answer.interrupted) return nullptr;
  json record = {{"device", nullptr}, {"kernels", json::array()}};
  for (const CheckEntry* check : checks) {
    if (checks.size() > 1) fmt::print(" {}\n", check->name);
    take_times(record, task, *check, answer, kernels, found);
  }
  return record;
}

}  // namespace

Calibration calibrate(const Repository& repository, const std::vector<Selection>& selections, bool only_build,
                      const std::function<void(const Calibration&)>& after_task) {
  Calibration found{.speed = json::object(), .findings = {}, .near = {}, .unseen = {}, .otherwise = {}, .skipped = {}};
  std::vector<std::tuple<const Selection*, const Task*, std::vector<Given>>> tasks;
  std::vector<Order> orders;
  for (const Selection& selection : selections) {
    if (!selection.entry->lab) found.findings.push_back(selection.entry->broken);
    for (const Task* task : selection.tasks) {
      if (!has_speed(*task)) continue;
      auto kernels = given_kernels(repository, selection, *task);
      for (const Given& given : kernels) orders.push_back(given.order);
      tasks.emplace_back(&selection, task, std::move(kernels));
    }
  }
  if (tasks.empty() && found.findings.empty())
    throw Problem("measure --calibrate: none of these tasks has a speed check (docs/timing.md says which and why)");
  found.missing = static_cast<int>(tasks.size());
  const auto results = grade_all(repository, orders);  // builds, on all cores; the GPU is idle meanwhile
  if (Interruption::signal() != 0) return found;
  std::set<fs::path> unbuilt;
  std::set<std::string> told;  // what is wrong with a reference stops every kernel of its task with the same words
  for (std::size_t i = 0; i < orders.size(); ++i) {
    if (results[i].verdict != Verdict::build_error && results[i].verdict != Verdict::infrastructure) continue;
    unbuilt.insert(orders[i].source);
    found.findings.push_back(fmt::format("{}: not built: {}", repository.shown(orders[i].source),
                                         told.insert(results[i].message).second ? results[i].message : "the same again"));
  }
  if (only_build) {
    found.missing = 0;
    return found;
  }
  for (auto& [selection, task, kernels] : tasks) {
    std::erase_if(kernels, [&](const Given& given) { return unbuilt.contains(given.order.source); });
    if (!kernels.empty()) {
      fmt::print("{}/{}\n", selection->entry->name, task->name);
      std::fflush(stdout);  // what comes takes seconds
      json record = calibrated(repository, *selection, *task, kernels, found);
      if (record.is_null()) return found;
      found.speed[selection->entry->name][task->name] = std::move(record);
    }
    --found.missing;
    std::fflush(stdout);  // and an interruption is to lose nothing that was said
    after_task(found);
    if (Interruption::signal() != 0) return found;
  }
  return found;
}

}  // namespace course
