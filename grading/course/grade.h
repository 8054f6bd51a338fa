#pragma once

#include <functional>
#include <string>
#include <vector>

#include "commands.h"
#include "report.h"
#include "repository.h"

namespace course {

/// Grades the selected tasks on the machine that `options` ask for, and remembers verdicts and progress unless the
/// solutions are graded. While an Interruption lives, it ends early: the report then holds what is known.
/// `so_far` is called after each task with what is known by then, by one thread at a time.
Report grade(const Repository& repository, const std::vector<Selection>& selections, const GradeOptions& options,
             const std::function<void(const Report&, const std::string& lab, const TaskResult&)>& so_far = {});

}  // namespace course
