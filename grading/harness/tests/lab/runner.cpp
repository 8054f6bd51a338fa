// Runner of the test lab. The functions of the test students are in students/.
#include "grading/runner/runner.h"

#include <cmath>

#include "grading/harness/tests/students/student.h"

void course::runner::run_case(Case& c) {
  [[maybe_unused]] const auto call = [&] {
    const int n = c.number<int>("n");
    return c.number<int>("host") != 0 ? twice(c.host_in<float>("in"), c.host_out<float>("out"), n)
                                      : twice(c.in<float>("in"), c.out<float>("out"), n);
  };
  if constexpr (task == "twice") c.returned("status", c.timed(call));
  // A task whose function returns a real number, which may be none.
  if constexpr (task == "returns_nan") {
    c.timed(call);
    c.returned("status", c.number<int>("n") == 13 ? std::nan("") : 0.0);
  }
  // What an author may forget: the timed part.
  if constexpr (task == "untimed") c.returned("status", twice(c.in<float>("in"), c.out<float>("out"), c.number<int>("n")));
  // As where the stack that is to be blended could not be made: there is nothing to time.
  if constexpr (task == "ends_early") {
    const auto* in = c.in<float>("in");
    const int n = c.number<int>("n");
    if (n == 1024) return c.returned("status", cudaErrorMemoryAllocation);
    c.returned("status", c.timed([&] { return twice(in, c.out<float>("out"), n); }));
  }
}
