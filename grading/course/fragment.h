#pragma once

#include <string>
#include <vector>

#include "report.h"

namespace course {

/// What a grader reported of one task.
struct Fragment {
  std::vector<CheckResult> checks;
  double points = 0;
};

/// Reads the fragment that a grader wrote (docs/architecture.md, "Grader and course tool").
/// Throws std::runtime_error if it is not what the contract says: a check without a verdict is never taken for a pass.
Fragment read_fragment(const std::string& text, const std::string& task);

}  // namespace course
