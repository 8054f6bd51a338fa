#pragma once
/// @file
/// @brief How many rounds are timed before a verdict, and when it is tried again.
#include <array>
#include <chrono>
#include <functional>
#include <vector>

#include "grading/timing/judgement.h"

namespace course::timing {

/// Where times come from: runner processes on a real GPU (grading/harness), or a test.
class Contest {
 public:
  virtual ~Contest() = default;
  /// Times every contestant once.
  virtual Round round() = 0;
  /// What has slowed the GPU down since the last question, as a clause ("the GPU was too hot"); empty: nothing known.
  virtual std::string slowed() = 0;
};

/// After so many rounds the times are looked at, with this error allowed to that look, both sides of the interval together.
/// A wrong verdict is an error on one side, the one where the limit lies: half of it. So the errors of one attempt, 1 %, are
/// those of two attempts: the procedure as a whole is right with a confidence of 99 %, however many looks it takes.
struct Look {
  int rounds;
  double error;
};
inline constexpr std::array<Look, 3> looks = {{{9, 0.004}, {17, 0.003}, {33, 0.003}}};
inline constexpr double confidence = 0.99;

struct Settings {
  int attempts = 2;                               ///< an inconclusive contest is tried again as a whole
  std::chrono::milliseconds pause{1500};          ///< between two attempts: a neighbour may be done by then
  std::function<void(std::chrono::milliseconds)> wait;  ///< how to pause; empty: sleep
};

struct Decision {
  Judgement judgement;
  std::vector<Round> rounds;  ///< of the last attempt
  int attempts = 0;
};

/// Rounds until the answer is clear or the looks are used up. What Contest throws passes through.
Decision decide(Contest& contest, const Work& work, const Settings& settings = {});

}  // namespace course::timing
