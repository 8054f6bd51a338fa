// Each fault program says on the simulated GPU what its head promises, and nothing else; right programs say nothing.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <string>

#include "grading/simulator/tests/faults/fault_programs.h"

using namespace sim::faults;

namespace {

std::string told(const Outcome& outcome) {
  std::string text;
  for (const Said& s : outcome.said) text += "\n  said " + s.kind + " at line " + std::to_string(s.line) + ", launch " + std::to_string(s.launch) + ": " + s.sentence;
  return text.empty() ? "\n  said nothing" : text;
}

bool meets(const Said& said, const Expectation& e) {
  return said.kind == e.kind && (e.line == 0 || said.line == e.line) && (e.launch == 0 || said.launch == e.launch) &&
         std::all_of(e.pieces.begin(), e.pieces.end(), [&](const std::string& piece) { return said.sentence.find(piece) != std::string::npos; });
}

void check_case(const Program& program, const std::string& name) {
  const Outcome outcome = run(program, name);
  const std::string where = program.name + ", case " + name;
  int status = 0;
  bool has_host_crash = false;
  for (const Expectation& e : program.expectations) {
    if (e.name != name) continue;
    if (e.has_status) status = e.status;
    has_host_crash = has_host_crash || e.kind == "host-dereference";
    if (e.kind == "nothing") {
      CHECK_MESSAGE(outcome.said.empty(), where << " is right, and yet:" << told(outcome));
      continue;
    }
    const bool found = std::any_of(outcome.said.begin(), outcome.said.end(), [&](const Said& s) { return meets(s, e); });
    CHECK_MESSAGE(found, where << " should say " << e.kind << " at line " << e.line << told(outcome));
  }
  if (!has_host_crash) CHECK_MESSAGE(outcome.status == status, where << " ends with status " << outcome.status << ", not " << status);
  for (const Said& s : outcome.said) {
    const bool expected = std::any_of(program.expectations.begin(), program.expectations.end(),
                                      [&](const Expectation& e) { return e.name == name && meets(s, e); });
    CHECK_MESSAGE(expected, where << " should not say " << s.kind << " at line " << s.line << ": " << s.sentence);
  }
}

}  // namespace

TEST_CASE("every fault program says what its head promises") {
  const auto all = programs(FAULTS);
  REQUIRE(all.size() >= 9);
  for (const Program& program : all)
    for (const Expectation& e : program.expectations)
      if (!e.is_more) check_case(program, e.name);
}

// Sixty-four blocks and more are shared out; addresses of the host differ from run to run, so only sentences without one count.
TEST_CASE("the number of host threads changes nothing that is said") {
  for (const Program& program : programs(FAULTS)) {
    if (program.name != "races_between_blocks" && program.name != "unwritten_memory" && program.name != "orders") continue;
    for (const Expectation& e : program.expectations) {
      if (e.is_more) continue;
      const Outcome one = run(program, e.name), four = run(program, e.name, 4);
      const bool equal = one.said == four.said && one.status == four.status;
      CHECK_MESSAGE(equal, program.name << ", case " << e.name << ", one thread:" << told(one) << "\nfour threads:" << told(four));
    }
  }
}

// Hardware lets many a fault pass in silence; where it reports something, it is what the simulated GPU reports, and what it
// takes without a complaint is refused for a fault of a kernel only.
TEST_CASE("statuses are those of an H200, where it reports any") {
  std::map<std::string, const Expectation*> expected;
  const auto all = programs(FAULTS);
  for (const Program& program : all)
    for (const Expectation& e : program.expectations)
      if (!e.is_more) expected[program.name + "/" + e.name] = &e;
  int compared = 0;
  for (const RecordedRun& run : recorded_on_hardware(FAULTS "/sanitizer.h200.csv").runs) {
    const auto found = expected.find(run.program + "/" + run.name);
    if (run.tool != "none" || !run.first.starts_with("status ") || found == expected.end()) continue;
    const int status = std::stoi(run.first.substr(std::string("status ").size())), ours = found->second->status;
    constexpr int illegal_address = 700, launch_timeout = 702;
    const bool silent_fault = status == 0 && (ours == illegal_address || ours == launch_timeout);
    CHECK_MESSAGE((ours == status || silent_fault), found->first << ": " << ours << " here, " << status << " on hardware");
    ++compared;
  }
  CHECK(compared > 200);
}
