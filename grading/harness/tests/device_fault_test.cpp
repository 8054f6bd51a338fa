// Which of a run's faults is told, and what it says of the place.
#include <doctest/doctest.h>

#include "grading/harness/judge.h"

using namespace course::harness;

namespace {

DeviceFault fault(std::string kind, int launch, std::string where) {
  DeviceFault one;
  one.kind = std::move(kind);
  one.launch = launch;
  one.kernel = "blur(float*)";
  one.where = std::move(where);
  one.block = {1, 0, 0};
  one.thread = {33, 0, 0};
  one.sentence = "something happened";
  return one;
}

Finding judged(const std::vector<DeviceFault>& faults) {
  std::deque<Case> cases;
  cases.emplace_back("a case").output<float>("out", {3, 4}, {.columns = 2});
  Run run;
  run.complete = true;
  run.outcome.how = Outcome::How::exited;
  RawCase& raw = run.cases.emplace_back();
  raw.ran = true;
  raw.evidence.machine = "sim";
  raw.evidence.launches.resize(2);
  raw.evidence.faults = faults;
  const auto finding = judge_run(cases, {}, run, {});
  REQUIRE(finding);
  return *finding;
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a fault is told with launch, block and thread") {
  const Finding finding = judged({fault("race", 1, "a.cu:5")});
  CHECK(finding.fault == "race");
  CHECK(finding.where == "a.cu:5");
  CHECK(holds(finding.message, "a.cu:5: something happened (race) in blur, launch 2 of 2, block (1,0,0), thread (33,0,0)."));
}

TEST_CASE("a fault of a call on the host has neither block nor thread") {
  const Finding finding = judged({fault("missing-surface-flag", -1, "")});
  CHECK(holds(finding.message, "something happened (missing-surface-flag) in blur."));
  CHECK_FALSE(holds(finding.message, "thread"));
}

TEST_CASE("a line that leaves the memory is told of that before a race that the same index makes") {
  CHECK(judged({fault("race", 0, "a.cu:5"), fault("out-of-bounds", 0, "a.cu:5")}).fault == "out-of-bounds");
  CHECK(holds(judged({fault("race", 0, "a.cu:5"), fault("out-of-bounds", 0, "a.cu:5")}).message, "; and 1 more fault."));
  // Another line, or another launch: the race may be the cause.
  CHECK(judged({fault("race", 0, "a.cu:5"), fault("out-of-bounds", 0, "a.cu:6")}).fault == "race");
  CHECK(judged({fault("race", 0, "a.cu:5"), fault("out-of-bounds", 1, "a.cu:5")}).fault == "race");
  CHECK(judged({fault("misaligned", 0, "a.cu:5"), fault("out-of-bounds", 0, "a.cu:5")}).fault == "misaligned");
}
