#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "console.h"
#include "grading/simulator/runtime/report/report.h"
#include "repository.h"

/// What the lines of a task cost: made from the evidence of its lesson checks, shown by `course explain`.
namespace course {

struct ExplainedLine {
  std::string file;  ///< absolute, as the compiler saw it
  unsigned line = 0;
  nlohmann::json counters;  ///< summed over launches and cases
  double lanes() const;     ///< active in an average instruction of the line, of 32
  std::vector<sim::report::Traffic> traffic() const { return sim::report::traffic(counters); }
};

/// Launches of one kernel in one shape.
struct LaunchGroup {
  nlohmann::json launch;  ///< an entry of the evidence's "launches", its counters those of all
  std::uint64_t count = 0;
};

struct LineFault {
  std::string where, sentence;  ///< "file:line", and what happened there
};

struct CheckOutcome {
  std::string name, verdict, message;
};

struct Explanation {
  std::string lab, task;
  std::filesystem::path source;
  bool solution = false;
  std::string capability;  ///< "9.0"
  std::vector<CheckOutcome> checks;
  std::uint64_t calls = 0;  ///< of the student's function
  std::vector<ExplainedLine> lines;
  std::vector<LaunchGroup> groups;
  std::vector<LineFault> faults;  ///< of kernels, of refused launches, or the compiler's first error
  bool built = true;

  /// One case's document (docs/architecture.md, "Evidence"). Throws nlohmann::json::exception for another form.
  void add_evidence(const nlohmann::json& evidence);
  std::uint64_t launches() const;
  /// True when there is something that a student has to repair before counts mean anything.
  bool broken() const { return !built || !faults.empty() || calls == 0; }
};

/// More than the fewest that the same lanes and bytes need. Constant loads: more than one request each.
bool above_ideal(const sim::report::Traffic& traffic);
/// "32 sectors a request where 4 would do: ..."; empty at the ideal.
std::string excess(const sim::report::Traffic& traffic);

/// The source with its counts in a gutter, at most 100 columns wide; then lines of other files, launches and checks.
std::string to_text(const Explanation& explanation, const std::string& source, const Repository& repository,
                    const Console& console);
nlohmann::ordered_json to_json(const Explanation& explanation, const Repository& repository);

}  // namespace course
