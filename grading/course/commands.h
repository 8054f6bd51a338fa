#pragma once

#include <string>
#include <vector>

/// What each command does, one file a command; the command line itself is in main.cpp.
/// Each returns the tool's exit status. A fault of the machine, the course or the call is thrown as Problem.
namespace course {

struct GradeOptions {
  std::vector<std::string> names;  ///< labs and tasks; empty: all
  bool solutions = false, strict = false;
  std::string machine = "sim";
  std::string json, junit, pictures;  ///< files and folder to write; empty: not asked for
};
int run_grade(const GradeOptions& options);

int run_list();

/// `task`: only this task of the lab; may be empty.
int run_reset(const std::string& name, const std::string& task);

struct ExplainOptions {
  std::string name, task;  ///< task: only this one of the lab; may be empty
  bool solution = false;
  std::string json;  ///< file to write; empty: not asked for
};
/// 1 when a kernel does not build, faults or is refused: its lines are shown, but their counts mean little.
int run_explain(const ExplainOptions& options);

struct RunOptions {
  std::string file, csv;  ///< csv may be empty
  bool counters = false;
  std::vector<std::string> arguments;  ///< of the program
};
int run_file(const RunOptions& options);

int run_doctor();
int run_check_labs(const std::vector<std::string>& names);
int run_docs();

/// Becomes CTest, so that its summary is the last thing printed. `full`: long runs as well, with a report.
[[noreturn]] void run_test(bool full);

}  // namespace course
