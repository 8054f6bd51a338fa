#pragma once

#include <filesystem>

#include "repository.h"

namespace course {

/// The folder with the runners of the kernels that a task's speed is measured against: slow/TASK, plain/TASK and
/// solution/TASK, built with the same compiler and flags as a student's file. What is there already is not built again.
/// Throws Problem when one is missing or cannot be built: a fault of the course.
/// @param task  one with a speed check
std::filesystem::path reference_runners(const Repository& repository, const LabEntry& entry, const Task& task);

}  // namespace course
