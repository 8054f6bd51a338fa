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

TEST_CASE("never written elements of one array, and one status of one call, are told once") {
  const auto unwritten = [](const std::string& name, const std::string& text) { return check(name, "not-written", "", text); };
  const std::vector<CheckResult> checks = {
      unwritten("any_shape", "In the case '220 x 177': 105300 elements of `image` were never updated."),
      unwritten("event", "In the case '134 x 42': 15348 elements of `image` were never updated."),
      unwritten("rows", "Counts are not judged, since the result is not right. Index 3 of `image` was never updated."),
      unwritten("other", "Index 3 of `sums` was never updated.")};
  const auto told = by_fault(checks);
  REQUIRE(told.size() == 2);
  CHECK(told[0].also.size() == 2);
  CHECK(told[1].check == &checks[3]);

  const auto status = [](const std::string& name, const std::string& text) { return check(name, "cuda-error", "", text); };
  CHECK(by_fault({status("a", "cudaErrorInvalidValue (status 1) was left behind; it stems from cudaMemset: 80 bytes"),
                  status("b", "cudaErrorInvalidValue (status 1) was left behind; it stems from cudaMemset: 90 bytes")}).size() == 1);
  CHECK(by_fault({status("a", "cudaErrorInvalidValue (status 1); it stems from cudaMemset"),
                  status("b", "cudaErrorInvalidValue (status 1); it stems from cudaMemcpy")}).size() == 2);
}

TEST_CASE("a lesson that stops at a wrong result is named beside the check of results") {
  const std::string stopped = "Counts are not judged, since the result is not right. ";
  const auto wrong = [](const std::string& name, const std::string& text) { return check(name, "wrong-result", "", text); };
  CHECK(by_fault({wrong("a", "1 of 3 elements of `out` is wrong"), wrong("b", stopped + "2 of 9 elements of `out` are wrong")}).size() == 1);
  CHECK(by_fault({wrong("a", "1 of 3 elements of `out` is wrong"), wrong("b", stopped + "2 of 9 elements of `sums` are wrong")}).size() == 2);
  CHECK(by_fault({wrong("a", stopped + "`out` is wrong"), wrong("b", stopped + "`out` is wrong")}).size() == 2);
}

TEST_CASE("limits that are broken at the same lines are told once, by whatever counts") {
  const auto limit = [](const std::string& name, const std::string& text, const std::string& where = "a.cu:7") {
    return check(name, "limit", where, text);
  };
  const std::string floats = "16 wavefronts, where at most 1.25 passes. a.cu:7: its loads take 32 each where 1 would do.";
  const std::string doubles = "8.5 wavefronts, where at most 1.25 passes. a.cu:7: its loads take 32 each where 2 would do.";
  CHECK(by_fault({limit("a", floats), limit("b", doubles)}).size() == 1);
  CHECK(by_fault({limit("a", floats + "\na.cu:9: 4 sectors"), limit("b", doubles + "\na.cu:9: 12 sectors")}).size() == 1);
  CHECK(by_fault({limit("a", floats + "\na.cu:9: 4 sectors"), limit("b", doubles + "\na.cu:8: 4 sectors")}).size() == 2);
  CHECK(by_fault({limit("a", floats), limit("b", doubles + "\na.cu:9: 12 sectors")}).size() == 2);
  CHECK(by_fault({limit("a", "8 bytes loaded"), limit("b", "8 bytes stored")}).size() == 2);
  CHECK(by_fault({limit("a", floats), limit("b", doubles, "a.cu:8")}).size() == 2);
  CHECK(by_fault({limit("a", "It takes 3."), limit("b", "It takes 3")}).size() == 2);
  // Without a line nothing says that both have one cause.
  CHECK(by_fault({limit("a", "3 copies", ""), limit("b", "2 copies", "")}).size() == 2);
}

TEST_CASE("wrong results stand for themselves, as does a check with more than one finding") {
  CHECK(by_fault({check("a", "wrong-result", ""), check("b", "wrong-result", "")}).size() == 2);
  CHECK(by_fault({check("a", "race", "a.cu:7"), check("b", "race", "a.cu:7", "one\ntwo")}).size() == 2);
}
