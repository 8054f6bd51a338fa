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

bool as_stated(Stated stated, const std::string& verdict, double ratio) {
  switch (stated) {
    case Stated::rejected:
      return verdict == "fail" && ratio >= 1 + required_margin;
    case Stated::near:
      return ratio > 1 / near_factor && ratio < near_factor;
    case Stated::hidden:
      return verdict == "pass";
  }
  return false;
}

/// Only what would then be as stated.
std::string advice(Stated stated, const std::string& verdict, double ratio) {
  if (as_stated(Stated::rejected, verdict, ratio)) return "take it off that list";
  const bool hidden = as_stated(Stated::hidden, verdict, ratio) && ratio <= 1 - required_margin;
  if (!hidden && !as_stated(Stated::near, verdict, ratio)) return "measure again while nothing else uses it";
  const char* list = hidden ? "hidden" : "near";
  return stated == Stated::rejected
             ? fmt::format("make its fault larger, or name it under \"{}\" of the speed check in lab.json", list)
             : fmt::format("name it under \"{}\"", list);
}

}  // namespace

Stated stated_speed(const CheckEntry& check, const std::filesystem::path& file) {
  if (names(check.hidden, file)) return Stated::hidden;
  if (names(check.near, file)) return Stated::near;
  return Stated::rejected;
}

std::optional<std::string> speed_objection(Stated stated, const std::string& verdict, double ratio) {
  if (as_stated(stated, verdict, ratio)) return std::nullopt;
  const std::string judged = fmt::format("{} at {:.2f} of the limit", verdict, ratio);
  // The lists are about one GPU: on another, nobody is to change them.
  const std::string next = "on the GPU whose times are recorded, " + advice(stated, verdict, ratio);
  if (stated == Stated::rejected)
    return fmt::format("{}, where a slow kernel is expected to fail by 15 % or more: {}; on another one, its lesson check rejects it "
                       "all the same",
                       judged, next);
  return fmt::format("{}, where lab.json says \"{}\": {}", judged, stated == Stated::near ? "near" : "hidden", next);
}

}  // namespace course
