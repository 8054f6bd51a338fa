#include "grading/simulator/frontend/run.h"

#include <fmt/format.h>

#include "commands.h"
#include "files.h"
#include "problem.h"

namespace course {
int run_file(const RunOptions& options) {
  if (!fs::is_regular_file(options.file)) throw Problem(fmt::format("there is no file {}", options.file));
  sim::frontend::RunOptions run{
      .source = options.file, .counters = options.counters, .csv = {}, .arguments = options.arguments};
  if (!options.csv.empty()) run.csv = options.csv;
  return sim::frontend::run_program(run, sim::frontend::default_settings());
}

}  // namespace course
