#pragma once
// The folder in which one order and what comes back of it lie.
#include <filesystem>

#include "grading/harness/spawn.h"

namespace course::harness {

// Removed at the end, whatever happened. Only a grader that is killed (SIGKILL, a power cut) leaves one behind: the lock
// on it goes with the process, and the first folder of a later grader removes what nobody holds.
class OrderFolder {
 public:
  // Below TMPDIR. Throws InfrastructureFault when there is no place for it.
  OrderFolder();
  ~OrderFolder();
  OrderFolder(const OrderFolder&) = delete;
  OrderFolder& operator=(const OrderFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  Descriptor lock_;
};

// Removes folders of orders in `temporary` that belong to this user, that no process holds, and that were last touched
// more than a minute ago: a fresh one may not be locked yet.
void remove_left_behind(const std::filesystem::path& temporary);

}  // namespace course::harness
