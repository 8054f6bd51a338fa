#pragma once

#include <filesystem>
#include <string>

#include "grading/programs/descriptor.h"

namespace course {

/// Held while a task is built and graded in a folder: a second `course grade` of the same task, or one beside `course
/// watch`, would otherwise read the runner and the report that the first is writing. Waits for its turn; Ctrl-C ends the
/// wait, and then it is not held.
class WorkLock {
 public:
  /// `folder` exists. A lock that cannot be made is left out: grading goes on without it.
  WorkLock(const std::filesystem::path& folder, const std::string& task);

 private:
  programs::Descriptor file_;
};

}  // namespace course
