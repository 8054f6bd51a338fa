// Notes of many cases, said once.
#include "grading/course/leftovers.h"

#include <doctest/doctest.h>

using namespace course;

namespace {

CheckResult with_notes(std::vector<std::string> notes) {
  CheckResult check;
  check.notes = std::move(notes);
  return check;
}

const std::string lost_52 = "In the case 'n = 13': Device memory was never freed: allocation #3 of 52 bytes.";
const std::string lost_56 = "In the case 'n = 14': Device memory was never freed: allocation #4 of 56 bytes.";
const std::string unused = "In the case 'n = 14': k is launched with 64 bytes of dynamic shared memory.";

}  // namespace

TEST_CASE("the same leftover of several cases and checks is said once, with its first size") {
  const auto notes = leftovers({with_notes({lost_52, lost_56, unused}), with_notes({lost_56})}, "", "a.cu");
  REQUIRE(notes.size() == 2);
  CHECK(notes[0].message == lost_52);
  CHECK(notes[0].where.empty());
  CHECK(notes[1].message == unused);
}

TEST_CASE("the line is named where only one can be meant") {
  const std::vector<CheckResult> checks = {with_notes({lost_52, unused})};
  const auto notes = leftovers(checks, "void f() {\n  float* p;\n  cudaMalloc(&p, 52);\n}\n", "a.cu");
  CHECK(notes[0].where == "a.cu:3");
  CHECK(notes[1].where.empty());
  CHECK(leftovers(checks, "cudaMalloc(&p, 1);\ncudaMallocAsync(&q, 1, s);\n", "a.cu")[0].where.empty());
  CHECK(leftovers(checks, "cudaMallocHost(&p, 1);\n", "a.cu")[0].where.empty());
}

TEST_CASE("what a program printed is shown once, the first check's") {
  const std::string first = "The program printed (all of it):\n      x = 1", second = "The program printed (all of it):\n      y";
  const auto notes = leftovers({with_notes({first}), with_notes({second})}, "", "a.cu");
  REQUIRE(notes.size() == 1);
  CHECK(notes[0].message == first);
}
