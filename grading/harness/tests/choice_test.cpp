// Results of which the function names one, and the slips that a wrong one is known to come from.
#include <doctest/doctest.h>

#include <cstring>

#include "grading/harness/judge.h"

using namespace course::harness;

namespace {

std::vector<std::byte> bytes_of(const std::vector<float>& values) {
  const auto bytes = std::as_bytes(std::span<const float>(values));
  return {bytes.begin(), bytes.end()};
}

std::vector<float> never_written(std::size_t n) {
  std::vector<float> values(n);
  std::memset(values.data(), 0xFF, n * sizeof(float));
  return values;
}

// A function that may leave {3, 4} in `a`, which held {1, 2}, or in `b`.
std::deque<Case> two_buffers() {
  std::deque<Case> cases;
  cases.emplace_back("two buffers")
      .in_out<float>("a", {1, 2}, {3, 4}, {.columns = 2})
      .output<float>("b", {3, 4}, {.columns = 2})
      .result_is_one_of("result", {"a", "b"})
      .resembles<float>("a", "It is what it was before", {1, 2});
  return cases;
}

std::string judged(const std::deque<Case>& cases, std::int64_t returned, const std::vector<float>& a,
                   const std::vector<float>& b, std::size_t launches = 1) {
  Run run;
  run.complete = true;
  run.outcome.how = Outcome::How::exited;
  RawCase& raw = run.cases.emplace_back();
  raw.ran = raw.read_back = true;
  raw.returned["result"] = returned;
  raw.evidence.machine = "sim";
  raw.evidence.launches.resize(launches);
  raw.arrays = {bytes_of(a), bytes_of(b)};
  const auto finding = judge_run(cases, {}, run, {});
  return finding ? finding->message : "";
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("an array that the function freed is told by its name") {
  const auto cases = two_buffers();
  Run run;
  run.complete = true;
  run.outcome.how = Outcome::How::exited;
  RawCase& raw = run.cases.emplace_back();
  raw.ran = true;
  raw.returned["result"] = 0;
  raw.lost = "b";
  const auto freed = judge_run(cases, {}, run, {});
  REQUIRE(freed);
  CHECK(holds(freed->message, "`b` is not there any more after the call"));
  raw.lost = "no array of the order";
  const auto unknown = judge_run(cases, {}, run, {});
  REQUIRE(unknown);
  CHECK(holds(unknown->message, "did not give the arrays back"));
}

TEST_CASE("only the result that the function names is compared") {
  const auto cases = two_buffers();
  CHECK(judged(cases, 0, {3, 4}, never_written(2)) == "");
  CHECK(judged(cases, 1, {7, 8}, {3, 4}) == "");
  CHECK(holds(judged(cases, 0, {3, 5}, never_written(2)), "1 of 2 elements of `a` is wrong"));
  CHECK(holds(judged(cases, 1, {0, 0}, never_written(2)), "No element of `b` was ever written"));
}

TEST_CASE("the right one beside the wrong one is pointed out") {
  const auto cases = two_buffers();
  CHECK(holds(judged(cases, 1, {3, 4}, {0, 0}), "`a` holds what is expected: the function names the wrong one."));
  CHECK_FALSE(holds(judged(cases, 1, {0, 0}, {0, 0}), "names the wrong one"));
  CHECK(judged(cases, 1, {3, 4}, never_written(2)) ==
        "In the case 'two buffers': The function returned `b`, which does not hold the result. `a` holds what is expected: "
        "the function names the wrong one.");
}

TEST_CASE("a function has to name one of them") {
  const auto cases = two_buffers();
  for (const int returned : {-1, 2})
    CHECK(holds(judged(cases, returned, {3, 4}, {3, 4}), "has to return which of `a` and `b` holds the result"));
}

TEST_CASE("a result without a launch is asked of the named one only") {
  std::deque<Case> cases;
  cases.emplace_back("nothing changes")
      .in_out<float>("a", {1, 2}, {1, 2}, {.columns = 2})
      .output<float>("b", {1, 2}, {.columns = 2})
      .result_is_one_of("result", {"a", "b"});
  CHECK(judged(cases, 0, {1, 2}, never_written(2), 0) == "");
  CHECK(holds(judged(two_buffers(), 0, {1, 2}, never_written(2), 0), "The kernel never ran"));
}

TEST_CASE("a known slip is named, and only where all values fit") {
  const auto cases = two_buffers();
  CHECK(holds(judged(cases, 0, {1, 2}, never_written(2)), " It is what it was before."));
  CHECK_FALSE(holds(judged(cases, 0, {1, 9}, never_written(2)), "before"));
  CHECK_FALSE(holds(judged(cases, 1, never_written(2), {1, 2}), "before"));  // a slip of the other buffer
}

TEST_CASE("choices and slips of arrays that are no results are the lab's mistakes") {
  Case c("case");
  c.input<float>("in", {1}, {.columns = 1}).output<float>("out", {1}, {.columns = 1});
  CHECK_THROWS_AS(c.result_is_one_of("result", {"out", "in"}), InfrastructureFault);
  CHECK_THROWS_AS(c.resembles<float>("in", "no", {1}), InfrastructureFault);
  CHECK_THROWS_AS(c.resembles<float>("out", "no", {1, 2}), InfrastructureFault);
}
