/// The course tool. Its commands are in the files of their names; exit status 2 means that the machine, the course or
/// the call is at fault, never a kernel.
#include <fmt/format.h>

#include <cstdio>

#include "commands.h"
#include "near.h"
#include "problem.h"

namespace {

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
  CLI::App app("Graded CUDA C++ labs on a simulated GPU that counts what the memory system does.", "./course");
  app.require_subcommand(1);
  int status = 0;
  course::add_grade(app, status);
  course::add_list(app, status);
  course::add_reset(app, status);
  course::add_run(app, status);
  course::add_doctor(app, status);
  course::add_check_labs(app, status);
  course::add_test(app, status);
  course::add_docs(app, status);
  try {
    if (const std::string complaint = unknown_command(app, argc, argv); !complaint.empty())
      throw course::Problem(complaint);
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help
    fmt::print(stderr, "course: {} (./course --help)\n", error.what());
    return 2;
  } catch (const std::exception& problem) {
    fmt::print(stderr, "course: {}\n", problem.what());
    return 2;
  }
  return status;
}
