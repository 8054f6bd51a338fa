#pragma once
// The grader's report as JSON: the entry of `labs[]`, restricted to the checks that ran (form: design of the reports in
// docs/architecture.md and the course tool's --json).
#include <string>

#include "grading/harness/session.h"

namespace course::harness {

std::string fragment(const Session& session);   // after a run
std::string list_json(const Session& session);  // tasks and checks, nothing run

// 0 all passed (or skipped), 1 some check failed, 2 some check could not be judged.
int exit_status(const Session& session);

// Why lab.json and the grader's doctest cases differ, one sentence each; empty: they are the same checks.
struct Registered {
  std::string name, suite;
};
std::vector<std::string> differences(const Session& session, const std::vector<Registered>& registered);

}  // namespace course::harness
