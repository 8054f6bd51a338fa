// Mistakes of a lab's author are told as such, before any student is judged by them.
#include "grading/harness/order.h"

#include <doctest/doctest.h>

#include <cmath>

#include "grading/harness/harness.h"

using namespace course::harness;

TEST_CASE("an order that contradicts itself is a fault of the course") {
  const std::vector<float> three{1, 2, 3};
  const Shape shape{.columns = 3};
  Case good("good");
  good.input("a", three, shape).output("b", three, shape).number("n", 3);
  CHECK(good.arrays().size() == 2);
  CHECK(good.array("b").count() == 3);
  CHECK_THROWS_AS(good.input("a", three, shape), InfrastructureFault);  // twice
  CHECK_THROWS_AS(Case("c").input("a", three, {.columns = 4}), InfrastructureFault);
  CHECK_THROWS_AS(Case("c").output("a", three, {.columns = 2}), InfrastructureFault);
  CHECK_THROWS_AS(Case("c").input("a", three, {.columns = 3, .pitch = 8}), InfrastructureFault);
  CHECK_THROWS_AS(Case("c").output<float>("a", {1.0, 2.0, NAN}, exactly(), shape), InfrastructureFault);
  CHECK_THROWS_AS(Case("c").output<float>("a", {1.0, 2.0, 3.0}, rounding<float>({1.0}, 1), shape), InfrastructureFault);
  CHECK_THROWS_AS(Case("c").number("x", NAN), InfrastructureFault);
  CHECK_THROWS_AS(good.array("c"), InfrastructureFault);
}
