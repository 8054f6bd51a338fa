/// The course tool's command line. Exit status 2 means that the machine, the course or the call is at fault, never a
/// kernel.
#include <fmt/format.h>
#include <sys/prctl.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>

#include "commands.h"
#include "grading/lab/near.h"
#include "problem.h"

namespace {

void add_machine(CLI::App& command, std::string& machine) {
  command.add_option("--machine", machine, "sim: the simulated GPU (default); cuda: a real one; auto: cuda if it can be had")
      ->check(CLI::IsMember({"sim", "cuda", "auto"}));
}

void add_grade(CLI::App& app, int& status) {
  const auto options = std::make_shared<course::GradeOptions>();
  CLI::App* command =
      app.add_subcommand("grade", "grade labs: what passes, and what the memory system did where it fails");
  command->add_option("LAB", options->names, "labs (03, 3, 03-coalescing) or tasks (scale_image); none: all labs");
  command->add_flag("--solutions", options->solutions, "grade the given solutions instead of your files");
  command->add_flag("--strict", options->strict, "a task still to do fails (class and CI use)");
  add_machine(*command, options->machine);
  command->add_flag("--only-speed", options->only_speed, "on a real GPU: no check but those of speed");
  command->add_flag("--only-build", options->only_build, "build the runners and judge nothing");
  command->add_option("--repeat", options->repeat, "judge speed so many times; a verdict that changes is a fault of the course")
      ->check(CLI::Range(1, 1000));
  command->add_option("--json", options->json, "write the report as JSON to this file (-: standard output)");
  command->add_option("--junit", options->junit, "write the report as JUnit XML to this file (-: standard output)");
  command->add_option("--pictures", options->pictures, "draw what the kernels computed into this folder");
  command->callback([options, &status] { status = course::run_grade(*options); });
}

void add_explain(CLI::App& app, int& status) {
  const auto options = std::make_shared<course::ExplainOptions>();
  CLI::App* command = app.add_subcommand(
      "explain", "the source with requests, sectors, wavefronts and lanes beside each line that touches memory");
  command->add_option("LAB", options->name, "a lab (03) or a task (scale_image)")->required();
  command->add_option("TASK", options->task, "only this task of the lab");
  command->add_flag("--solution", options->solution, "the given solution instead of your file");
  command->add_option("--json", options->json, "write the counts as JSON to this file (-: standard output)");
  command->callback([options, &status] { status = course::run_explain(*options); });
}

/// A command that takes LAB [TASK] and nothing else.
void add_for_task(CLI::App& app, int& status, const char* name, const char* description,
                  int (*run)(const std::string&, const std::string&)) {
  const auto names = std::make_shared<std::pair<std::string, std::string>>();
  CLI::App* command = app.add_subcommand(name, description);
  command->add_option("LAB", names->first, "a lab (03) or a task (scale_image)")->required();
  command->add_option("TASK", names->second, "only this task of the lab");
  command->callback([run, names, &status] { status = run(names->first, names->second); });
}

void add_hint(CLI::App& app, int& status) {
  const auto options = std::make_shared<course::HintOptions>();
  CLI::App* command = app.add_subcommand("hint", "the next hint, chosen by what fails");
  command->add_option("LAB", options->name, "a lab (03) or a task (scale_image)")->required();
  command->add_option("TASK", options->task, "only this task of the lab");
  add_machine(*command, options->machine);
  command->callback([options, &status] { status = course::run_hint(*options); });
}

void add_list(CLI::App& app, int& status) {
  const auto names = std::make_shared<std::vector<std::string>>();
  CLI::App* command = app.add_subcommand("list", "all labs and tasks, where you stand, and what comes next");
  command->add_option("LAB", *names, "only these labs, with your answers and predictions");
  command->callback([names, &status] { status = course::run_list(*names); });
}

void add_new_lab(CLI::App& app, int& status) {
  const auto names = std::make_shared<std::pair<std::string, std::string>>();
  CLI::App* command = app.add_subcommand("new-lab", "for authors: a lab's skeleton that builds and passes check-labs");
  command->add_option("NAME", names->first, "warp-votes, or 12-warp-votes for a number of your own")->required();
  command->add_option("TASK", names->second, "what its first task is called, as in count_votes; else as the lab, warp_votes");
  command->callback([names, &status] { status = course::run_new_lab(names->first, names->second); });
}

void add_run(CLI::App& app, int& status) {
  const auto options = std::make_shared<course::RunOptions>();
  CLI::App* command = app.add_subcommand("run", "run any single-file CUDA program on the simulated GPU");
  command->footer(
      "Ends with the program's own exit status; 1 if that is 0 but the simulated GPU found a fault (a refused launch or a\n"
      "call's error is told of, but is the program's to check), or if the file does not compile; 128 + N if signal N ended\n"
      "it; 2 if this machine lacks something.");
  command->add_option("FILE", options->file, "the .cu file")->required();
  command->add_flag("--counters", options->counters, "print what each launch and each line counted");
  command->add_option("--csv", options->csv, "write the counts to this file, a row for each launch and metric");
  command->add_option("ARGS", options->arguments, "after --: the program's own arguments");
  command->callback([options, &status] { status = course::run_file(*options); });
}

void add_measure(CLI::App& app, int& status) {
  const auto options = std::make_shared<course::MeasureOptions>();
  CLI::App* command = app.add_subcommand("measure", "on a real GPU: the tables of the glossary, with device, driver and toolkit");
  command->add_option("LAB", options->names, "only tables that belong to these labs");
  command->add_flag("--calibrate", options->calibrate, "time every given kernel instead: are the speed limits right on this GPU?");
  command->add_flag("--only-build", options->only_build, "with --calibrate: build the kernels, time nothing");
  command->add_option("--json", options->json, "write the record to this file (-: standard output)");
  command->callback([options, &status] { status = course::run_measure(*options); });
}

void add_check_labs(CLI::App& app, int& status) {
  const auto names = std::make_shared<std::vector<std::string>>();
  CLI::App* command = app.add_subcommand("check-labs", "for authors: is every given kernel judged as lab.json states?");
  command->add_option("LAB", *names, "labs or tasks; none: all labs");
  command->callback([names, &status] { status = course::run_check_labs(*names); });
}

void add_docs(CLI::App& app, int& status) {
  const auto check = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand("docs", "make the site: labs, glossary, guides");
  command->add_flag("--check", *check, "for authors: make nothing, only say what the pages and links lack");
  command->callback([check, &status] { status = *check ? course::check_docs() : course::run_docs(); });
}

void add_test(CLI::App& app) {
  const auto full = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand("test", "the test suite of the course (builds it first)");
  command->add_flag("--full", *full, "long runs as well, with a JUnit report in build/");
  command->callback([full] { course::run_test(*full); });
}

void add_simple(CLI::App& app, int& status, const char* name, const char* description, int (*run)()) {
  app.add_subcommand(name, description)->callback([run, &status] { status = run(); });
}

/// The first argument, if it is neither an option nor a command: CLI11's own complaint would not name a near one.
std::string unknown_command(const CLI::App& app, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return "";
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) {
    if (command->get_name() == argv[1]) return "";
    names.push_back(command->get_name());
  }
  return fmt::format("there is no command '{}'{} (./course --help shows all)", argv[1],
                     course::did_you_mean(argv[1], names));
}

}  // namespace

int main(int argc, char** argv) {
  ::prctl(PR_SET_DUMPABLE, 0);  // or a runner, which has the same user, could write points into this process's memory
  CLI::App app("Graded CUDA C++ labs on a simulated GPU that counts what the memory system does.", "./course");
  app.require_subcommand(1);
  int status = 0;
  add_grade(app, status);
  add_list(app, status);
  add_for_task(app, status, "predict", "before the first grading: what will be counted? the next grading tells",
               course::run_predict);
  add_explain(app, status);
  add_hint(app, status);
  add_for_task(app, status, "watch", "grade again on every save, and show what changed; Ctrl-C ends it",
               course::run_watch);
  add_for_task(app, status, "reset", "put the starter back; your file is kept beside it as FILE.1.bak, .2.bak, ...",
               course::run_reset);
  add_run(app, status);
  add_simple(app, status, "doctor", "what this machine can build and grade, and what is missing", course::run_doctor);
  add_test(app);
  add_docs(app, status);
  add_new_lab(app, status);
  add_measure(app, status);
  add_check_labs(app, status);
  try {
    if (std::error_code gone; std::filesystem::current_path(gone).empty())
      throw course::Problem("the folder that you are in is not there any more: cd to one that is, then again");
    if (const std::string complaint = unknown_command(app, argc, argv); !complaint.empty())
      throw course::Problem(complaint);
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help
    if (std::string_view(error.what()) == "LAB is required") {
      fmt::print(stderr, "course: which lab or task? As in ./course {0} 03, or ./course {0} scale_image (./course list shows all)\n",
                 argv[1]);
      return 2;
    }
    fmt::print(stderr, "course: {} (./course --help)\n", error.what());
    return 2;
  } catch (const std::exception& problem) {
    fmt::print(stderr, "course: {}\n", problem.what());
    return 2;
  }
  return status;
}
