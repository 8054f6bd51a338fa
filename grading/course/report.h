#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

/// The result of one grading, as `--json` writes it (schema 1): what every report form is made from.
namespace course {

/// Verdicts of tasks and labs, in the words of the report. Checks have theirs in text: pass, fail, skipped,
/// inconclusive.
enum class Verdict { pass, todo, fail, build_error, infrastructure };

std::string_view word(Verdict verdict);  ///< "pass", "todo", "fail", "build-error", "infrastructure"

struct CheckResult {
  std::string name, kind, verdict;
  std::optional<double> value, threshold;
  std::string unit, fault, message, where, glossary;

  bool failed() const { return verdict == "fail"; }
  static CheckResult from_json(const nlohmann::json& entry);
  nlohmann::json to_json() const;
};

struct TaskResult {
  std::string task;
  Verdict verdict = Verdict::infrastructure;
  double points = 0, max_points = 0;
  std::vector<CheckResult> checks;
  std::string message;             ///< why there are no checks: a compile error, a fault of the machine; else empty
  std::string where;               ///< file:line of the message; may be empty
  std::vector<std::string> junit;  ///< what doctest's JUnit reporter wrote in each run of the grader

  nlohmann::json to_json() const;
};

struct LabResult {
  std::string lab, title;
  Verdict verdict = Verdict::pass;
  std::string message;  ///< only for `infrastructure` without tasks: a broken lab.json
  std::vector<TaskResult> tasks;

  double points() const;
  double max_points() const;
  /// The worst of the tasks decides: infrastructure, then fail (a build error counts as one), then todo, then pass.
  void settle();
  nlohmann::json to_json() const;
};

struct Report {
  nlohmann::json machine;  ///< kind, name, compute_capability
  std::vector<LabResult> labs;

  /// 0: all pass or are still to do; 1: some task fails; 2: the machine or the course is at fault.
  /// `strict`: a task still to do counts as failed.
  int exit_status(bool strict) const;
  nlohmann::json to_json() const;
};

/// JUnit XML: doctest's own suites merged, one failed case for each task that could not be built.
std::string to_junit(const Report& report);

}  // namespace course
