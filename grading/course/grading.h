#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "report.h"
#include "repository.h"

namespace course {

/// One task to grade, whoever wrote the source: a student, the solutions, the corpus.
struct Order {
  const LabEntry* entry = nullptr;
  const Task* task = nullptr;
  std::filesystem::path source;  ///< the .cu file
  std::filesystem::path work;    ///< folder for runner, fragment and log; one order at a time uses it for a task
  std::string machine = "sim";
  std::optional<std::filesystem::path> pictures;
  bool may_be_todo = false;  ///< compare with the starter: only for what a student edits
};

/// Is the task's source the starter, token by token?
bool is_todo(const Order& order);

/// Builds the task's runner, runs its checks in the lab's grader, reads the verdicts.
/// Never throws for a fault of the kernel: that is a verdict. A fault of the machine is the verdict `infrastructure`
/// with a sentence, so that other tasks are still graded.
TaskResult grade_task(const Repository& repository, const Order& order);

/// Grades all orders, as many at a time as there are cores; results in the order of the orders.
std::vector<TaskResult> grade_all(const Repository& repository, const std::vector<Order>& orders);

}  // namespace course
