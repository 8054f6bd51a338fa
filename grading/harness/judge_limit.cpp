#include <fmt/format.h>

#include <algorithm>

#include "grading/harness/judge.h"

namespace course::harness {

std::string readable(std::string_view measure) {
  std::string words(measure);
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

std::optional<Finding> judge_limit(const Limit& limit, double value, const std::string& where,
                                   const std::string& line_sentence) {
  // Written as "within", so that a NaN is not.
  const bool low_enough = !limit.max || value <= *limit.max;
  const bool high_enough = !limit.min || value >= *limit.min;
  if (low_enough && high_enough) return std::nullopt;
  const double threshold = low_enough ? *limit.min : *limit.max;
  std::string message = fmt::format("{}: {:.6g} {}, where at {} {:.6g} passes", readable(limit.measure), value,
                                    limit.unit, low_enough ? "least" : "most", threshold);
  if (limit.ideal) message += fmt::format(" and {:.6g} is ideal", *limit.ideal);
  message += ".";
  if (!where.empty())
    message += fmt::format(" {}: {}.", where, line_sentence.empty() ? "look here first" : line_sentence);
  Finding finding{"limit", std::move(message), where, value, threshold, limit.unit, ""};
  return finding;
}

}  // namespace course::harness
