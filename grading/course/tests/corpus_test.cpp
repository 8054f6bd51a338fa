#include "grading/course/corpus.h"

#include <doctest/doctest.h>

using namespace course;

namespace {

CheckResult lesson(const std::string& verdict, double value, double threshold) {
  CheckResult check;
  check.name = "sectors";
  check.kind = "lesson";
  check.verdict = verdict;
  check.value = value;
  check.threshold = threshold;
  check.unit = "sectors/request";
  return check;
}

TaskResult judged(Verdict verdict, CheckResult check) {
  TaskResult result;
  result.task = "t";
  result.verdict = verdict;
  result.checks = {std::move(check)};
  return result;
}

Expectation expecting(Expectation::Kind kind, const std::string& check = "") {
  return {.kind = kind, .order = {}, .check = check, .because = "neighbouring lanes walk different rows"};
}

std::size_t complaints(const Expectation& expected, const TaskResult& result) {
  return objections(Repository{}, expected, result).size();
}

}  // namespace

TEST_CASE("a correct kernel passes with room to its limit") {
  const auto expected = expecting(Expectation::Kind::must_pass);
  CHECK(complaints(expected, judged(Verdict::pass, lesson("pass", 4, 6))) == 0);
  CHECK(complaints(expected, judged(Verdict::pass, lesson("pass", 5.5, 6))) == 1);  // 8 % below the limit
  CHECK(complaints(expected, judged(Verdict::fail, lesson("fail", 8, 6))) == 1);
}

TEST_CASE("a slow kernel is rejected by the stated check, and clearly") {
  const auto expected = expecting(Expectation::Kind::must_fail, "sectors");
  CHECK(complaints(expected, judged(Verdict::fail, lesson("fail", 32, 6))) == 0);
  CHECK(complaints(expected, judged(Verdict::fail, lesson("fail", 6.5, 6))) == 1);  // 8 % above the limit
  CHECK(complaints(expected, judged(Verdict::pass, lesson("pass", 4, 6))) == 1);
  CHECK(complaints(expecting(Expectation::Kind::must_fail, "any_size"), judged(Verdict::fail, lesson("fail", 32, 6))) ==
        1);
}

TEST_CASE("a rejection has to hold the stated words") {
  auto expected = expecting(Expectation::Kind::must_fail, "sectors");
  expected.says = "32 sectors a request";
  CheckResult check = lesson("fail", 32, 6);
  check.message = "its loads take 32 sectors a request where 4 would do";
  CHECK(complaints(expected, judged(Verdict::fail, check)) == 0);
  check.message = "its loads take 28 sectors a request where 4 would do";
  CHECK(complaints(expected, judged(Verdict::fail, check)) == 1);
}

TEST_CASE("a kernel that could not be judged is never as expected") {
  TaskResult lost;
  lost.message = "no compiler";
  for (const auto kind : {Expectation::Kind::must_pass, Expectation::Kind::must_fail, Expectation::Kind::starter})
    CHECK(complaints(expecting(kind, "sectors"), lost) == 1);
}

TEST_CASE("margins are shares of the limit over the lesson checks") {
  CHECK(*smallest_margin(judged(Verdict::pass, lesson("pass", 4, 5))) == doctest::Approx(0.2));
  CHECK(*smallest_margin(judged(Verdict::fail, lesson("fail", 10, 5))) == doctest::Approx(1.0));
  CheckResult correctness = lesson("pass", 1, 1);
  correctness.kind = "correctness";
  CHECK_FALSE(smallest_margin(judged(Verdict::pass, correctness)).has_value());
}
