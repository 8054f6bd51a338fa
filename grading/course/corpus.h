#pragma once

#include <string>
#include <vector>

#include "grading.h"
#include "grading/timing/judgement.h"

namespace course {

/// What `course check-labs` expects of one given kernel.
struct Expectation {
  enum class Kind { starter, solution, must_pass, must_fail } kind;
  Order order;
  std::string check;    ///< must_fail: the check that must reject it
  std::string because;  ///< must_fail: see CorpusEntry
  std::string says = {};  ///< must_fail: words that the check's message must hold; may be empty
};

/// Every given kernel of a lab: starters, solutions, corpus. `work` is the folder below which each is graded apart.
std::vector<Expectation> expectations_of(const Repository& repository, const LabEntry& entry);

/// What is wrong with the result, as sentences; empty if it is as expected.
std::vector<std::string> objections(const Repository& repository, const Expectation& expected,
                                    const TaskResult& result);

/// Smallest distance of a judged count to its limit as a share of the limit, over the lesson checks; nullopt: no
/// counts.
std::optional<double> smallest_margin(const TaskResult& result);

/// No count of a given kernel may be nearer to a limit than this share of the limit.
inline constexpr double required_margin = timing::limit_margin;

}  // namespace course
