#pragma once
// One speed check: the student's runner and those of the given kernels take turns, and the times decide.
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "grading/harness/compare.h"
#include "grading/harness/finding.h"
#include "grading/harness/order.h"
#include "grading/harness/process.h"
#include "grading/harness/random.h"
#include "grading/timing/rounds.h"

namespace course::harness {

struct SpeedRequest {
  std::filesystem::path student;     // runner with the student's file
  std::filesystem::path references;  // folder with slow/TASK, plain/TASK and solution/TASK
  std::string task;
  std::function<void(Case&, std::size_t)> make;  // Check::judge_speed
  Random& random;
  Placement placement;
  ProcessLimits limits;
  int repeat = 1;
  std::string note = {};  // what the record has to say of the GPU besides
};

// This GPU cannot be asked: nobody's fault.
struct NotJudged {
  std::string sentence;
  bool for_now = false;  // another time it may be: what it lacks is in use
};

// What is known, also when the repeats did not come to their end: `wrong`, `fault` and `interrupted` say why, and `details`
// holds the contests before.
struct SpeedAnswer {
  timing::Decision decision;     // of the first contest with a clear verdict
  std::optional<Finding> wrong;  // the student's calls failed or gave wrong results: nothing is said about their speed
  std::optional<NotJudged> not_judged;
  std::string fault;             // a given kernel failed, or repeated contests contradict each other; else empty
  bool interrupted = false;
  std::string details;           // JSON: device, sizes, every time; empty where nothing was timed
  std::string tally;             // "30 of 30 times", when it was repeated
};

// Throws InfrastructureFault when a given kernel fails before anything is known, Interrupted likewise.
SpeedAnswer judge_speed(const SpeedRequest& request);

// The same of several runners for one task (request.student is not looked at); those of the given kernels are started
// once. JSON: an array with runner, verdict, message and, where it was timed, what `details` has.
std::string judge_speeds(const SpeedRequest& request, const std::vector<std::filesystem::path>& students);

}  // namespace course::harness
