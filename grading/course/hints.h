#pragma once

#include <vector>

#include "report.h"
#include "repository.h"

namespace course {

/// A hint that answers to what fails.
struct Offer {
  const Hint* hint = nullptr;
  const CheckResult* check = nullptr;  ///< the failed check that asks for it
};

/// The hints for a graded task, in the order in which they are given. While results are wrong, only hints about that:
/// counts of a wrong result say nothing. Hints for one way of failing come first, hints for "any" last. A task that only its
/// speed keeps from passing has hints that no lab needs to bring, and so has one with an instruction that is not simulated, alone.
std::vector<Offer> offers(const Task& task, const TaskResult& result);

}  // namespace course
