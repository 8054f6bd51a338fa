#include "fragment.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

namespace course {
namespace {

/// A field that may be missing or null.
std::string text_of(const nlohmann::json& entry, const char* key) {
  const auto at = entry.find(key);
  return at != entry.end() && at->is_string() ? at->get<std::string>() : std::string();
}

std::optional<double> number_of(const nlohmann::json& entry, const char* key) {
  const auto at = entry.find(key);
  return at != entry.end() && at->is_number() ? std::optional(at->get<double>()) : std::nullopt;
}

CheckResult check_of(const nlohmann::json& entry) {
  return {.name = entry.at("name").get<std::string>(),
          .kind = entry.at("kind").get<std::string>(),
          .verdict = entry.at("verdict").get<std::string>(),
          .value = number_of(entry, "value"),
          .threshold = number_of(entry, "threshold"),
          .unit = text_of(entry, "unit"),
          .fault = text_of(entry, "fault"),
          .message = text_of(entry, "message"),
          .where = text_of(entry, "where"),
          .glossary = text_of(entry, "glossary"),
          .notes = entry.value("notes", std::vector<std::string>()),
          .timing = entry.contains("timing") ? entry["timing"].dump() : std::string()};
}

}  // namespace

Fragment read_fragment(const std::string& text, const std::string& task_name) try {
  Fragment fragment;
  const auto lab = nlohmann::json::parse(text);
  for (const auto& task : lab.at("tasks")) {
    if (task.at("task") != task_name) continue;
    for (const auto& check : task.at("checks")) fragment.checks.push_back(check_of(check));
    fragment.points = task.at("points").get<double>();
  }
  return fragment;
} catch (const nlohmann::json::exception& error) {
  throw std::runtime_error(error.what());
}

}  // namespace course
