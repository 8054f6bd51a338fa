// Grader of the test lab: three cases in each check; students misbehave when n is 13.
#include "grading/harness/harness.h"

using namespace course::harness;

namespace {

void add(Check& check, std::size_t n) {
  const auto in = check.random().integers<float>(n, 1, 1000);
  auto expected = in;
  for (float& x : expected) x *= 2;
  check.add_case("n = " + std::to_string(n))
      .input("in", in, {.columns = n, .offset = 4})
      .output("out", expected, {.columns = n, .offset = 4})
      .number("n", n)
      .number("host", 0)
      .returns("status", 0)
      .useful_bytes(4 * n, 4 * n);
}

}  // namespace

TEST_SUITE("correctness") {
  TEST_CASE("twice/small") {
    Check check;
    for (const std::size_t n : {1, 7, 32}) add(check, n);
    check.judge_correctness();
  }
  TEST_CASE("twice/thirteen") {
    Check check;
    for (const std::size_t n : {5, 13, 14}) add(check, n);
    check.judge_correctness();
  }
}
TEST_SUITE("lesson") {
  TEST_CASE("twice/sectors") {
    Check check;
    add(check, 1024);
    check.judge_lesson();
  }
}
TEST_SUITE("speed") {
  TEST_CASE("twice/host_time") {
    Check check;
    check.judge_speed([](Case& timed, std::size_t) {
      constexpr std::size_t n = 8000;  // the fake GPU takes no more from the host at once
      timed.drawn_input<float>("in", whole_numbers(1, 1000), {.columns = n}, Space::host)
          .timed_output<float>("out", {.columns = n}, Space::host)
          .number("n", n)
          .number("host", 1)
          .returns("status", 0)
          .useful_bytes(4 * n, 4 * n);
    });
  }
  TEST_CASE("twice/near_time") {
    Check check;
    check.judge_speed([](Case& timed, std::size_t bytes) {
      const std::size_t n = bytes / 8;
      timed.drawn_input<float>("in", real_numbers(1, 1000), {.columns = n})
          .timed_output<float>("out", {.columns = n}, Near{.absolute = 0, .relative = 1e-5})
          .number("n", n)
          .number("host", 0)
          .returns("status", 0)
          .useful_bytes(4 * n, 4 * n);
    });
  }
  TEST_CASE("twice/time") {
    Check check;
    check.judge_speed([](Case& timed, std::size_t bytes) {
      const std::size_t n = bytes / 8;
      const Shape shape{.columns = n, .offset = 4};
      timed.drawn_input<float>("in", whole_numbers(1, 1000), shape)
          .timed_output<float>("out", shape)
          .number("n", n)
          .number("host", 0)
          .returns("status", 0)
          .useful_bytes(4 * n, 4 * n);
    });
  }
}
