// Runner of lab 01: hands arrays of device and host to the student's functions.
#include "grading/runner/runner.h"

#include "tasks.h"

void course::runner::run_case(Case& c) {
  if constexpr (task == "convolve") {
    c.timed([&] { convolve(c.in<float>("in"), c.host_in<float>("taps"), c.out<float>("out"), c.number<int>("n")); });
  } else if constexpr (task == "render_spheres") {
    // Ordered as numbers, so that what is wrong is named by pixel and channel; in memory they are the same bytes.
    static_assert(sizeof(Sphere) == 7 * sizeof(float) && sizeof(uchar4) == 4);
    render_spheres(reinterpret_cast<const Sphere*>(c.host_in<float>("spheres")), c.number<int>("count"),
                   reinterpret_cast<uchar4*>(c.out<unsigned char>("pixels")), c.number<int>("width"),
                   c.number<int>("height"));
  }
}
