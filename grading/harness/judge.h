#pragma once
// Turns a run into findings, in a student's words.
#include <deque>
#include <optional>
#include <vector>

#include "grading/harness/finding.h"
#include "grading/harness/harness.h"
#include "grading/harness/run.h"
#include "grading/lab/lab.h"

namespace course::harness {

// What is wrong with outcome, faults, statuses, results, inputs or red zones; nullopt: nothing. The first case that is
// wrong is described, the others are counted. Throws InfrastructureFault when machine or course are to blame.
std::optional<Finding> judge_run(const std::deque<Case>& cases, Placement placement, const Run& run,
                                 const ProcessLimits& limits);

// One limit of lab.json against a measured value; nullopt: within.
std::optional<Finding> judge_limit(const Limit& limit, double value, const std::string& where,
                                   const std::string& line_sentence);

// "global loads and stores: sectors per request" for messages; the name itself, with spaces, for measures of a lab's
// own.
std::string readable(std::string_view measure);

}  // namespace course::harness
