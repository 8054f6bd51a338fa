#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "grading/lab/lab.h"
#include "repository.h"

namespace course {

/// What the build of a lab says about the runner of a task (cmake/CourseLab.cmake). All paths are absolute.
struct RunnerParts {
  std::vector<std::filesystem::path> objects, libraries, include_directories;
};

/// Reads BUILD/labs/LAB/manifest.json (machine sim) or manifest-cuda.json (cuda). Throws Problem if it is not there or
/// lacks the task: the build is older than the lab.
RunnerParts runner_parts(const Repository& repository, const std::string& lab, const Task& task,
                         const std::string& machine);

}  // namespace course
