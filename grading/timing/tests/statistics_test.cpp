// Every expected number is a line of arithmetic or of a binomial table.
#include "grading/timing/statistics.h"

#include <doctest/doctest.h>

#include <stdexcept>

using namespace course::timing;

namespace {

std::vector<double> up_to(int n) {
  std::vector<double> values;
  for (int i = n; i >= 1; --i) values.push_back(i);  // not in order
  return values;
}

}  // namespace

TEST_CASE("median and quantiles") {
  CHECK(median(up_to(9)) == 5);
  CHECK(median(up_to(10)) == 5.5);
  CHECK(median(std::vector{3.0}) == 3);
  CHECK(quantile(up_to(10), 0.1) == 1);
  CHECK(quantile(up_to(10), 0.9) == 9);
  CHECK(quantile(up_to(10), 1) == 10);
  CHECK(quantile(up_to(10), 0) == 1);
  CHECK(spread(up_to(10)) == 9);
  CHECK(spread(std::vector{2.0, 2.0, 2.0}) == 1);
  CHECK_THROWS_AS(median({}), std::invalid_argument);
}

TEST_CASE("the geometric mean is as far from one as from the other") {
  CHECK(geometric_mean(1, 4) == doctest::Approx(2));
  CHECK(geometric_mean(2, 8) == doctest::Approx(4));
  CHECK(geometric_mean(1e-200, 1e200) == doctest::Approx(1));  // no overflow on the way
}

TEST_CASE("the interval of a median has the error that the binomial distribution gives it") {
  // 9 values: smallest and largest miss the median when all nine lie on one side, 2 / 512 = 0.0039.
  const auto nine = median_interval(up_to(9), 0.004);
  REQUIRE(nine);
  CHECK(nine->low == 1);
  CHECK(nine->high == 9);
  CHECK_FALSE(median_interval(up_to(9), 0.0039));  // 0.00390625 is more
  CHECK_FALSE(median_interval(up_to(8), 0.004));   // 2 / 256
  // Second smallest and second largest: 2 * (1 + 9) / 512 = 0.0391.
  CHECK(median_interval(up_to(9), 0.0391)->low == 2);
  CHECK(median_interval(up_to(9), 0.0390)->low == 1);
  // 17 values: 2 * (1 + 17 + 136) / 131072 = 0.00235 for the third, 2 * (154 + 680) / 131072 = 0.0127 for the fourth.
  CHECK(median_interval(up_to(17), 0.003)->low == 3);
  CHECK(median_interval(up_to(17), 0.003)->high == 15);
  CHECK(median_interval(up_to(17), 0.0128)->low == 4);
}
