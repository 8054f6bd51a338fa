#pragma once
// Child processes with their output captured and their processor time and memory bounded.
#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "grading/programs/descriptor.h"

namespace sim::frontend {

struct Limits {
  std::chrono::seconds processor{0};  // 0: none
  std::chrono::seconds wall{0};       // from the start on, for a child that waits and uses no processor; 0: none
  std::size_t memory = 0;             // bytes of address space; 0: none
  std::size_t stack = 0;              // bytes of stack, as far as the system allows; 0: as this process has
};

struct Outcome {
  int status = -1;     // exit status; -1 when it ended otherwise
  int signal = 0;      // that ended it
  int start_error = 0;  // errno when it could not be started
  bool over_processor = false, over_wall = false;  // ended by a limit of time
  std::string output;  // standard output and error together, at most 1 MB
  bool ok() const { return status == 0; }
};

// A running child. Waits for it when destroyed, after ending it.
class Process {
 public:
  // `arguments[0]` is the program, by path.
  Process(const std::vector<std::string>& arguments, const Limits& limits);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  Outcome wait();
  void end();  // SIGKILL, to this child only
  bool running();  // ends a child that is past its limit of wall time

 private:
  // Milliseconds until the limit of wall time, at least 0; -1: there is none.
  int rest() const;
  std::string read_output();

  Limits limits_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  pid_t pid_ = -1;
  programs::Descriptor output_;
  int start_error_ = 0;
  bool waited_ = false, over_wall_ = false;
};

}  // namespace sim::frontend
