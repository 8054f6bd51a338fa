#pragma once

#include <CLI/CLI.hpp>

/// One file per command. Each adds itself to the command line; its action sets `status`, the tool's exit status.
/// A fault of the machine, the course or the call is thrown as Problem.
namespace course {

void add_grade(CLI::App& app, int& status);
void add_list(CLI::App& app, int& status);
void add_reset(CLI::App& app, int& status);
void add_run(CLI::App& app, int& status);
void add_doctor(CLI::App& app, int& status);
void add_check_labs(CLI::App& app, int& status);
void add_test(CLI::App& app, int& status);
void add_docs(CLI::App& app, int& status);

}  // namespace course
