#pragma once

#include <string>
#include <vector>

#include "commands.h"
#include "report.h"
#include "repository.h"

namespace course {

/// Grades the selected tasks on the machine that `options` ask for, and remembers verdicts and progress unless the
/// solutions are graded. While an Interruption lives, it ends early.
Report grade(const Repository& repository, const std::vector<Selection>& selections, const GradeOptions& options);

}  // namespace course
