// Whose fault a program's end is, where the same end can have either.
#include <doctest/doctest.h>

#include "grading/harness/harness.h"
#include "grading/harness/judge.h"
#include "grading/runner/protocol.h"

using namespace course::harness;

TEST_CASE("a full disk is the fault of a submission that filled it, and of nobody else's") {
  std::deque<Case> cases;
  cases.emplace_back("one");
  Run run;
  run.cases.emplace_back();
  run.outcome.how = Outcome::How::exited;
  run.outcome.exit_status = course::protocol::cannot_write;
  run.fault = RunnerReport{course::protocol::cannot_write, "no space left"};
  run.disk_full = true;
  CHECK_THROWS_AS(judge_run(cases, {}, run, {}), InfrastructureFault);
  run.filled_disk = true;
  const auto found = judge_run(cases, {}, run, {});
  REQUIRE(found.has_value());
  CHECK(found->fault == "disk-limit");
  CHECK(found->message.find("In the case 'one'") != std::string::npos);
}
