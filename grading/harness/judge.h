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

// How far beyond its limit a value is: 2 at twice the most or at half the least that passes, infinite where none at all
// would pass and for what is no number; 1 or less: within.
double times_beyond(const Limit& limit, double value);

// The measure's name with spaces: "load sectors per request".
std::string readable(std::string_view measure);

// A count for people: two digits ("6.6", "0.83"), whole from 100 on, and more only where it would read like the number
// `beside` it without being equal.
std::string rounded(double value, double beside);

}  // namespace course::harness
