#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "grading/harness/random.h"

#include <doctest/doctest.h>

#include <array>

using course::harness::Random;

TEST_CASE("the same seed and name give the same data, others do not") {
  Random a(1, "t/c"), b(1, "t/c"), other_seed(2, "t/c"), other_name(1, "t/d");
  const auto first = a.bits();
  CHECK(first == b.bits());
  CHECK(first != other_seed.bits());
  CHECK(first != other_name.bits());
}

TEST_CASE("whole numbers stay in their range, reach both ends and are even") {
  Random random(3, "range");
  std::array<int, 7> hits{};
  for (int i = 0; i < 7000; ++i) ++hits.at(static_cast<std::size_t>(random.integer(-3, 3) + 3));
  // Binomial with n = 7000, p = 1/7: sigma is 29; six of them leave no chance of a false alarm.
  for (const int n : hits) CHECK(std::abs(n - 1000) < 180);
  CHECK(random.integer(5, 5) == 5);
}

TEST_CASE("sizes stay in their range, small ones included") {
  Random random(4, "size");
  int small = 0;
  for (int i = 0; i < 1000; ++i) {
    const auto n = random.size(1, 1000);
    CHECK(n >= 1);
    CHECK(n <= 1000);
    small += n < 32 ? 1 : 0;
    CHECK(random.size_not_multiple(1, 100, 32) % 32 != 0);
  }
  CHECK(small > 300);  // five of the ten powers of two lie below 32
  for (int i = 0; i < 100; ++i) {
    const auto n = random.size(700, 800);
    CHECK(n >= 700);
    CHECK(n <= 800);
  }
  CHECK(random.size(0, 0) <= 1);
}

TEST_CASE("real numbers fill their range") {
  Random random(5, "real");
  double sum = 0;
  for (const double x : random.reals<double>(10000, -1, 3)) {
    CHECK(x >= -1);
    CHECK(x < 3);
    sum += x;
  }
  CHECK(std::abs(sum / 10000 - 1) < 0.07);  // sigma of the mean is 4 / sqrt(12 * 10000) = 0.0115
}
