#pragma once

#include <vector>

#include "report.h"

namespace course {

/// A failed check whose finding is told, and the failed ones behind it that met the same fault of the same kernel.
struct Told {
  const CheckResult* check;
  std::vector<const CheckResult*> also;
};

/// The failed checks of a task by what is wrong: the same kind of fault at the same line, the same end of the program
/// without a line, elements of the same array that were never written, the same status of the same call, the same
/// limits broken at the same lines by whatever counts. Wrong results stand for themselves, except that a lesson which stops
/// at a wrong result says no more than the check that is about results. In the order of `checks`, whose elements the answer points to.
std::vector<Told> by_fault(const std::vector<CheckResult>& checks);

}  // namespace course
