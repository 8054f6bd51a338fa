#include "stated_speed.h"

#include <fmt/format.h>

#include <algorithm>

#include "corpus.h"

namespace course {
namespace {

constexpr double near_factor = 1.25;

bool names(const std::vector<std::filesystem::path>& list, const std::filesystem::path& file) {
  return std::find(list.begin(), list.end(), file) != list.end();
}

}  // namespace

Stated stated_speed(const Task& task, const std::filesystem::path& file) {
  for (const CheckEntry& check : task.checks) {
    if (names(check.hidden, file)) return Stated::hidden;
    if (names(check.near, file)) return Stated::near;
  }
  return Stated::rejected;
}

std::optional<std::string> speed_objection(Stated stated, const std::string& verdict, double ratio) {
  const std::string judged = fmt::format("{} at {:.2f} of the limit", verdict, ratio);
  switch (stated) {
    case Stated::rejected:
      if (verdict == "fail" && ratio >= 1 + required_margin) return std::nullopt;
      return fmt::format("{}, where a slow kernel is expected to fail by 15 % or more: make its fault larger, or name it under "
                         "\"{}\" of the speed check in lab.json",
                         judged, ratio <= 1 - required_margin ? "hidden" : "near");
    case Stated::near:
      if (ratio > 1 / near_factor && ratio < near_factor) return std::nullopt;
      return judged + ", where lab.json says \"near\"";
    case Stated::hidden:
      if (verdict == "pass") return std::nullopt;
      return judged + ", where lab.json says \"hidden\"";
  }
  return std::nullopt;
}

}  // namespace course
