#pragma once

#include <string>

#include "grading.h"

namespace course {

/// Keeps the verdict beside the runner, together with the text that it is about.
void remember(const Order& order, const TaskResult& result);

/// Where a student stands with a task, without grading: "to do", the remembered verdict of just this text with its
/// points, or "edited" if it changed since (or was never graded).
struct Standing {
  std::string word;
  double points = 0;
};
Standing standing(const Order& order);

}  // namespace course
