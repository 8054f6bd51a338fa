#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "grading.h"

namespace course {

/// The checks that one run of a lab's grader answers: on which machine, of which kinds (doctest suites), with the
/// runner in which folder.
struct GraderRun {
  std::string machine, suites;
  std::filesystem::path folder;
  std::size_t checks = 0;  ///< how many of the task's checks are of these kinds
  std::filesystem::path evidence = {};  ///< where each case's evidence is kept; empty: it is not
  std::filesystem::path references = {};  ///< runners that a speed check is timed against (references.h)
  std::vector<std::filesystem::path> students = {};  ///< runners to time instead of the task's own in `folder`
};

/// What a task needs: one run on the simulated GPU; for a real GPU correctness and speed there and lessons, as always,
/// on the simulated one. Runs without checks are left out.
std::vector<GraderRun> runs_of(const Order& order);

struct GraderAnswer {
  std::vector<CheckResult> checks;
  double points = 0;
  std::string junit;
  std::string fault;  ///< the machine's or the course's, as a sentence; else empty
  bool interrupted = false;  ///< the tool was told to end; what the grader had timed by then is there
};

/// Runs the grader once and reads what it reports. Whatever the grader does ends in an answer.
GraderAnswer run_grader(const Repository& repository, const Order& order, const GraderRun& run);

}  // namespace course
