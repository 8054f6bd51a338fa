#pragma once

#include <filesystem>
#include <functional>
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
  int repeat = 1;            ///< how often speed is judged
  bool only_build = false;   ///< runners are built, nothing runs: no checks
  bool only_speed = false;   ///< no other check, for the machine cuda
  std::string only_check = {};  ///< no other check, for the machine sim; empty: all of them
  bool may_be_todo = false;  ///< compare with the starter: only for what a student edits
};

/// The task as the student has it in the lab's folder, on the simulated GPU.
Order order_of(const Repository& repository, const LabEntry& entry, const Task& task);

bool has_speed(const Task& task);

/// Is the task's source the starter, token by token?
bool is_todo(const Order& order);

/// Builds the task's runner, runs its checks in the lab's grader, reads the verdicts.
/// Never throws for a fault of the kernel: that is a verdict. A fault of the machine is the verdict `infrastructure`
/// with a sentence, so that other tasks are still graded.
TaskResult grade_task(const Repository& repository, const Order& order);

/// The interruption of the tool came before the task's verdict; checks that were done by then are in it.
bool cut_short(const TaskResult& result);

/// Grades all orders, as many at a time as there are cores; results in the order of the orders. `done` is called with each
/// result and its place as soon as there is one, by one thread at a time; tasks that were cut short are left out.
std::vector<TaskResult> grade_all(const Repository& repository, const std::vector<Order>& orders,
                                  const std::function<void(std::size_t, const TaskResult&)>& done = {});

}  // namespace course
