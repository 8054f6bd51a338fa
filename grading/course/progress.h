#pragma once

#include <string>

#include "grading.h"

namespace course {

/// Keeps each verdict beside its runner, together with the text that it is about, and what was reached in progress.json.
/// Faults of the machine are not remembered.
void remember(const Repository& repository, const std::vector<Order>& orders, const std::vector<TaskResult>& results);

/// Where a student stands with a task, without grading: "to do", the remembered verdict of just this text with its
/// points, or "edited" if it changed since (or was never graded).
struct Standing {
  std::string word;
  double points = 0;
};
Standing standing(const Order& order);

}  // namespace course
