#pragma once
// Processes that a program started, as /proc tells them.
#include <sys/types.h>

#include <cstdint>
#include <vector>

namespace course::harness {

// Children of every thread of `pid`, from /proc/PID/task/*/children; empty where the kernel does not offer that.
std::vector<pid_t> children_of(pid_t pid);

struct Usage {
  unsigned processes = 0;
  std::uint64_t resident_bytes = 0;
};
// `pid` and its descendants; stops counting above `enough` processes.
Usage usage_of_tree(pid_t pid, unsigned enough);

// Tasks (threads of all processes) of this user: what RLIMIT_NPROC is compared with.
std::uint64_t tasks_of_this_user();

}  // namespace course::harness
