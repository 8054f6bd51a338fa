#pragma once
// A single-file CUDA program from source to result on the simulated GPU: what `course run` does.
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "grading/simulator/frontend/frontend.h"

namespace sim::frontend {

struct RunOptions {
  std::filesystem::path source;
  bool counters = false;                     // print them after the program's own output
  std::optional<std::filesystem::path> csv;  // write them there, one row per launch and metric
  std::vector<std::string> arguments;        // of the program
};

// Compiles, links and runs the program, its input and output being ours. Returns the exit status to end with: the
// program's own; 128 + n when signal n ended it; 1 when it ended with 0 although a fault was found, or did not compile;
// 2 when this machine is at fault. Messages, and the compiler's first warnings before the program runs, go to standard error, the table of counters to standard output.
int run_program(const RunOptions& options, const Settings& settings);

// Compiles and links; the program lies in the cache. The result has the compiler's warnings.
Result<std::filesystem::path> build_program(const std::filesystem::path& source, const Settings& settings);

}  // namespace sim::frontend
