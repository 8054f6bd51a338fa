#pragma once
/// @file
/// @brief What is asked of a list of times: middle, spread, and how sure the middle is.
///
/// Times have long tails and no normal distribution, so nothing here assumes one.
#include <optional>
#include <span>
#include <vector>

namespace course::timing {

/// The middle value; the mean of the two middle ones of an even number.
/// @throws std::invalid_argument for no values
double median(std::span<const double> values);

/// The value below which a share of `share` (0 to 1) of the values lie, by nearest rank.
/// @throws std::invalid_argument for no values
double quantile(std::span<const double> values, double share);

/// The ninth tenth over the first tenth: 1.02 where nearly all times lie within 2 % of each other. All values > 0.
double spread(std::span<const double> values);

/// The point halfway between two times on a logarithmic scale. Both > 0.
double geometric_mean(double a, double b);

struct Interval {
  double low = 0, high = 0;
};

/// An interval that holds the true median with a probability of at least 1 - `error`, whatever the distribution: the
/// k-th smallest and k-th largest value. The number of values below the median is binomial with p = 1/2 (Conover,
/// "Practical Nonparametric Statistics", the quantile test).
/// @return nullopt when even smallest and largest are too few values for that error
std::optional<Interval> median_interval(std::span<const double> values, double error);

}  // namespace course::timing
