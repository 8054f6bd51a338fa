#include "grading/simulator/frontend/run.h"

#include <fmt/format.h>

#include "commands.h"
#include "files.h"
#include "problem.h"

namespace course {
namespace {

struct Options {
  std::string file, csv;
  bool counters = false;
  std::vector<std::string> arguments;
};

int run_file(const Options& options) {
  if (!fs::is_regular_file(options.file)) throw Problem(fmt::format("there is no file {}", options.file));
  sim::frontend::RunOptions run{
      .source = options.file, .counters = options.counters, .csv = {}, .arguments = options.arguments};
  if (!options.csv.empty()) run.csv = options.csv;
  return sim::frontend::run_program(run, sim::frontend::default_settings());
}

}  // namespace

void add_run(CLI::App& app, int& status) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("run", "run any single-file CUDA program on the simulated GPU");
  command->add_option("FILE", options->file, "the .cu file")->required();
  command->add_flag("--counters", options->counters, "print what each launch and each line counted");
  command->add_option("--csv", options->csv, "write the counts to this file, a row for each launch and metric");
  command->add_option("ARGS", options->arguments, "after --: the program's own arguments");
  command->callback([options, &status] { status = run_file(*options); });
}

}  // namespace course
