#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace course {

/// A program to run: arguments (the first is the program, looked up on PATH), where its output goes, how long it may
/// take.
struct Command {
  std::vector<std::string> arguments;
  std::filesystem::path output;   ///< file for standard output and error together; empty: they are inherited
  std::filesystem::path folder;   ///< working folder; empty: the caller's
  std::chrono::seconds limit{0};  ///< 0: no limit; over it a process is told to end (SIGTERM), 5 s later killed
};

struct Ended {
  int status = -1;  ///< exit status, or -1 when a signal ended the process
  int signal = 0;
  bool over_limit = false;
  bool ok() const { return status == 0; }
  /// "exit status 3", "signal 11 (Segmentation fault)", "stopped after its time limit"
  std::string sentence() const;
};

/// Runs a program to its end. Standard input is empty unless output is inherited. One with a limit is told to end
/// (SIGTERM) when the tool is interrupted (interruption.h). Throws Problem if it cannot be started.
Ended run_process(const Command& command);

/// The first line that a program prints, or "" if it is missing, fails or is not done within `limit` (then it is killed):
/// for version questions. A driver that wakes a GPU up takes seconds, one that hangs would take for ever.
std::string first_line_of(const std::vector<std::string>& arguments,
                          std::chrono::milliseconds limit = std::chrono::seconds(60));

/// Replaces this process. Throws Problem if the program is missing.
[[noreturn]] void become(const std::vector<std::string>& arguments, const std::filesystem::path& folder);

/// Calls work(0) ... work(count - 1) on at most `jobs` threads; returns when all are done.
/// The first exception is thrown on once the others have ended.
void for_each_in_parallel(std::size_t count, unsigned jobs, const std::function<void(std::size_t)>& work);

}  // namespace course
