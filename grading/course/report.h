#pragma once

#include <optional>
#include <string>
#include <string_view>
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
  std::vector<std::string> notes = {};  ///< of its run, one for each case that has any
  std::string timing = {};  ///< JSON of a speed check on a real GPU: every time, the device, the sizes; else empty

  bool failed() const { return verdict == "fail"; }
};

/// What is told beside a verdict and never changes it: a compiler warning in the task's own file (its text and the source
/// line below), something that a run left behind.
struct Remark {
  std::string message;
  std::string where;  ///< file:line, or empty
};

struct TaskResult {
  std::string task;
  Verdict verdict = Verdict::infrastructure;
  double points = 0, max_points = 0;
  std::vector<CheckResult> checks;
  std::string message;             ///< what no check says: a compile error, a fault of the machine; else empty
  std::string where;               ///< file:line of the message; may be empty
  std::vector<Remark> warnings = {};  ///< the compiler's; a report shows the first few
  std::vector<Remark> notes = {};     ///< of runs with the right result: memory that was never freed, say
  std::vector<std::string> junit;  ///< what doctest's JUnit reporter wrote in each run of the grader
};

struct LabResult {
  std::string lab, title;
  Verdict verdict = Verdict::pass;
  std::string message;  ///< only for `infrastructure` without tasks: a broken lab.json
  std::vector<TaskResult> tasks;
  std::vector<std::string> remarks = {};  ///< lines for the console: predictions, answers

  double points() const;
  double max_points() const;
  /// The worst of the tasks decides: infrastructure, then fail (a build error counts as one), then todo, then pass.
  void settle();
};

struct Machine {
  std::string kind;                ///< sim or cuda
  std::string name;                ///< "simulated GPU", "NVIDIA H200"
  std::string compute_capability;  ///< "9.0"
  std::string front_end;           ///< "clang 19.1.7"; empty for cuda
};

struct Report {
  Machine machine;
  std::vector<LabResult> labs;
  int missing = 0;  ///< tasks that were asked for and have no verdict (yet): an interruption

  /// For classes and CI: a task still to do is a failed one without points.
  void be_strict();
  /// 0: all pass or are still to do; 1: some task fails; 2: the machine or the course is at fault.
  int exit_status() const;
};

/// The report as a JSON document (docs/design.md, "Verdicts and exit status").
std::string to_json(const Report& report);

/// JUnit XML: doctest's own suites merged, one failed case for each task that could not be built.
std::string to_junit(const Report& report);

}  // namespace course
