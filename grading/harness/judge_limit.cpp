#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "grading/harness/judge.h"

namespace course::harness {

std::string readable(std::string_view measure) {
  std::string words(measure);
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

std::string rounded(double value, double beside) {
  const auto with = [](double number, int digits) {
    return std::fabs(number) < 100 ? fmt::format("{:.{}g}", number, digits)
                                   : fmt::format("{:.{}f}", number, std::max(0, digits - 3));
  };
  int digits = 2;
  while (digits < 9 && value != beside && with(value, digits) == with(beside, digits)) ++digits;
  return with(value, digits);
}

namespace {

// "1 copy a step": units are in the plural, and the word that is counted comes first.
std::string counted(const std::string& number, const std::string& unit) {
  const std::size_t end = std::min(unit.find(' '), unit.size());
  if (number != "1" || end < 3 || unit[end - 1] != 's') return number + " " + unit;
  const std::string word = unit.substr(0, end);
  return "1 " + (word.ends_with("ies") ? word.substr(0, end - 3) + "y" : word.substr(0, end - 1)) + unit.substr(end);
}

}  // namespace

double times_beyond(const Limit& limit, double value) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  if (std::isnan(value)) return infinite;
  if (limit.max && value > *limit.max) return *limit.max == 0 ? infinite : value / *limit.max;
  if (limit.min && value < *limit.min) return value == 0 ? infinite : *limit.min / value;
  return 1;
}

std::optional<Finding> judge_limit(const Limit& limit, double value, const std::string& where,
                                   const std::string& line_sentence) {
  if (times_beyond(limit, value) <= 1) return std::nullopt;
  // Written as "within", so that a NaN is not.
  const bool low_enough = !limit.max || value <= *limit.max;
  const double threshold = low_enough ? *limit.min : *limit.max;
  // The unit says what was counted; without one the measure's name has to.
  std::string message = limit.unit.empty() ? readable(limit.measure) + ": " + rounded(value, threshold)
                                           : counted(rounded(value, threshold), limit.unit);
  message += fmt::format(", where at {} {:.6g} passes", low_enough ? "least" : "most", threshold);
  if (limit.ideal) message += fmt::format(" and {:.6g} is ideal", *limit.ideal);
  message += ".";
  if (!where.empty())
    message += fmt::format(" {}: {}.", where, line_sentence.empty() ? "look here first" : line_sentence);
  else if (!line_sentence.empty())
    message += fmt::format(" Worst: {}.", line_sentence);
  Finding finding{"limit", std::move(message), where, value, threshold, limit.unit, limit.glossary};
  return finding;
}

}  // namespace course::harness
