// Runner of lab 06: hands buffers of the device to the student's functions.
#include "grading/runner/runner.h"

#include "tasks.h"

namespace course::runner {
namespace {

// What a function that returns one of two buffers said: 0 for `a`, 1 for `b`, -1 for another pointer.
[[maybe_unused]] int which(const float* result, const float* a, const float* b) {
  return result == a ? 0 : result == b ? 1 : -1;
}

}  // namespace

void run_case(Case& c) {
  if constexpr (task == "diffuse") {
    float *a = c.in_out<float>("a"), *b = c.out<float>("b");
    const float* result = c.timed(
        [&] { return diffuse(a, b, c.number<int>("width"), c.number<int>("height"), c.number<int>("steps")); });
    c.returned("result", which(result, a, b));
  } else if constexpr (task == "prefix_sum") {
    c.timed([&] { prefix_sum(c.in<int>("in"), c.out<int>("out"), c.scratch<int>("scratch"), c.number<int>("n")); });
  } else if constexpr (task == "diffuse_fused") {
    float *a = c.in_out<float>("a"), *b = c.out<float>("b");
    const float* result = c.timed(
        [&] { return diffuse_fused(a, b, c.number<int>("width"), c.number<int>("height"), c.number<int>("steps")); });
    c.returned("result", which(result, a, b));
  }
}

}  // namespace course::runner
