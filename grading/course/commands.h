#pragma once

#include <string>
#include <vector>

/// What each command does, one file a command; the command line itself is in main.cpp.
/// Each returns the tool's exit status. A fault of the machine, the course or the call is thrown as Problem.
namespace course {

struct GradeOptions {
  std::vector<std::string> names;  ///< labs and tasks; empty: all
  bool solutions = false, strict = false;
  int repeat = 1;  ///< of speed checks
  bool only_build = false, only_speed = false;
  std::string machine = "sim";
  std::string json, junit, pictures;  ///< files and folder to write; empty: not asked for
};
int run_grade(const GradeOptions& options);

/// `names`: labs to show with answers and predictions in full; none: all labs, shortly.
int run_list(const std::vector<std::string>& names);

struct HintOptions {
  std::string name, task;  ///< task: only this one of the lab; may be empty, then the lab's first that needs a hint
  std::string machine = "sim";
};
/// Shows the next hint for what fails.
int run_hint(const HintOptions& options);

/// Asks for the numbers that were not predicted yet: on a terminal one by one, else from lines of standard input.
int run_predict(const std::string& name, const std::string& task);

/// Grades on every save until Ctrl-C, and shows what changed.
int run_watch(const std::string& name, const std::string& task);

/// A lab's skeleton that passes check-labs: labs/NN-name and solutions/NN-name. `name` may begin with its number.
/// `task`: what its task is called; empty: as the lab.
int run_new_lab(const std::string& name, const std::string& task);

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

struct MeasureOptions {
  std::vector<std::string> names;  ///< labs; empty: all
  bool calibrate = false;          ///< the given kernels against the limits, instead of the tables
  bool only_build = false;         ///< with calibrate: nothing is timed
  std::string json;                ///< file to write; empty: not asked for
};
/// 1 when a fast given kernel is above its limit, or within 15 % of it.
int run_measure(const MeasureOptions& options);

int run_doctor();
int run_check_labs(const std::vector<std::string>& names);
int run_docs();
/// 1 when a rule of the glossary's form or a link is broken; each is a sentence on standard output. Makes no site.
int check_docs();

/// Becomes CTest, so that its summary is the last thing printed. `full`: long runs as well, with a report.
[[noreturn]] void run_test(bool full);

}  // namespace course
