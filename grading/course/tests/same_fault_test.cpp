// The same fault is told once.
#include "grading/course/same_fault.h"

#include <doctest/doctest.h>

using namespace course;

namespace {

CheckResult check(const std::string& name, const std::string& fault, const std::string& where,
                  const std::string& message = "one") {
  CheckResult result;
  result.name = name;
  result.kind = "correctness";
  result.verdict = fault.empty() ? "pass" : "fail";
  result.fault = fault;
  result.where = where;
  result.message = message;
  return result;
}

}  // namespace

TEST_CASE("checks that meet the same fault at the same line are named beside the first") {
  const std::vector<CheckResult> checks = {check("any_size", "out-of-bounds", "a.cu:7", "block 1"), check("edges", "", ""),
                                           check("windows", "out-of-bounds", "a.cu:7", "block 9"),
                                           check("sectors", "out-of-bounds", "a.cu:7", "block 2")};
  const auto told = by_fault(checks);
  REQUIRE(told.size() == 1);
  CHECK(told[0].check == &checks[0]);
  REQUIRE(told[0].also.size() == 2);
  CHECK(told[0].also[0]->name == "windows");
  CHECK(told[0].also[1]->name == "sectors");
}

TEST_CASE("another line, another kind, another end of the program are told for themselves") {
  CHECK(by_fault({check("a", "race", "a.cu:7"), check("b", "race", "a.cu:8")}).size() == 2);
  CHECK(by_fault({check("a", "race", "a.cu:7"), check("b", "barrier", "a.cu:7")}).size() == 2);
  CHECK(by_fault({check("a", "crash", ""), check("b", "time-limit", "")}).size() == 2);
  CHECK(by_fault({check("a", "crash", "a.cu:7"), check("b", "crash", "")}).size() == 2);
  CHECK(by_fault({check("a", "crash", ""), check("b", "crash", "")}).size() == 1);
}

TEST_CASE("counts and wrong results stand for themselves, as does a check with more than one finding") {
  CHECK(by_fault({check("a", "limit", "a.cu:7"), check("b", "limit", "a.cu:7")}).size() == 2);
  CHECK(by_fault({check("a", "wrong-result", ""), check("b", "wrong-result", "")}).size() == 2);
  CHECK(by_fault({check("a", "race", "a.cu:7"), check("b", "race", "a.cu:7", "one\ntwo")}).size() == 2);
}
