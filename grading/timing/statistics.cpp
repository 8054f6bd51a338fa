#include "grading/timing/statistics.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace course::timing {
namespace {

std::vector<double> sorted(std::span<const double> values) {
  if (values.empty()) throw std::invalid_argument("statistics of no values");
  std::vector<double> in_order(values.begin(), values.end());
  std::sort(in_order.begin(), in_order.end());
  return in_order;
}

}  // namespace

double median(std::span<const double> values) {
  const auto in_order = sorted(values);
  const std::size_t middle = in_order.size() / 2;
  return in_order.size() % 2 == 1 ? in_order[middle] : (in_order[middle - 1] + in_order[middle]) / 2;
}

double quantile(std::span<const double> values, double share) {
  const auto in_order = sorted(values);
  const double rank = std::ceil(share * static_cast<double>(in_order.size()));
  const auto index = static_cast<std::size_t>(std::max(rank, 1.0)) - 1;
  return in_order[std::min(index, in_order.size() - 1)];
}

double spread(std::span<const double> values) { return quantile(values, 0.9) / quantile(values, 0.1); }

double geometric_mean(double a, double b) { return std::sqrt(a) * std::sqrt(b); }

std::optional<Interval> median_interval(std::span<const double> values, double error) {
  const auto in_order = sorted(values);
  const std::size_t n = in_order.size();
  // P(fewer than k of n values lie below the median) for k = 1, 2, ...; both tails together may take `error`.
  double term = std::pow(0.5, static_cast<double>(n)), below = 0;
  std::size_t k = 0;
  while (2 * (below + term) <= error) {
    below += term;
    ++k;
    term *= static_cast<double>(n - k + 1) / static_cast<double>(k);
  }
  if (k == 0) return std::nullopt;
  return Interval{in_order[k - 1], in_order[n - k]};
}

}  // namespace course::timing
