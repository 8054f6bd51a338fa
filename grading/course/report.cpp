#include "report.h"

#include <algorithm>

namespace course {
namespace {

/// A field that may be missing or null in a fragment.
std::string text_of(const nlohmann::json& entry, const char* key) {
  const auto at = entry.find(key);
  return at != entry.end() && at->is_string() ? at->get<std::string>() : std::string();
}

std::optional<double> number_of(const nlohmann::json& entry, const char* key) {
  const auto at = entry.find(key);
  return at != entry.end() && at->is_number() ? std::optional(at->get<double>()) : std::nullopt;
}

nlohmann::json or_null(const std::optional<double>& number) {
  return number ? nlohmann::json(*number) : nlohmann::json();
}
nlohmann::json or_null(const std::string& text) { return text.empty() ? nlohmann::json() : nlohmann::json(text); }

/// Points are whole in every lab; a fraction is kept only if there is one.
nlohmann::json points_json(double points) {
  const auto whole = static_cast<long long>(points);
  return static_cast<double>(whole) == points ? nlohmann::json(whole) : nlohmann::json(points);
}

}  // namespace

std::string_view word(Verdict verdict) {
  switch (verdict) {
    case Verdict::pass:
      return "pass";
    case Verdict::todo:
      return "todo";
    case Verdict::fail:
      return "fail";
    case Verdict::build_error:
      return "build-error";
    case Verdict::infrastructure:
      return "infrastructure";
  }
  return "infrastructure";
}

CheckResult CheckResult::from_json(const nlohmann::json& entry) {
  return {.name = entry.at("name").get<std::string>(),
          .kind = entry.at("kind").get<std::string>(),
          .verdict = entry.at("verdict").get<std::string>(),
          .value = number_of(entry, "value"),
          .threshold = number_of(entry, "threshold"),
          .unit = text_of(entry, "unit"),
          .fault = text_of(entry, "fault"),
          .message = text_of(entry, "message"),
          .where = text_of(entry, "where"),
          .glossary = text_of(entry, "glossary")};
}

nlohmann::json CheckResult::to_json() const {
  return {{"name", name},
          {"kind", kind},
          {"verdict", verdict},
          {"value", or_null(value)},
          {"threshold", or_null(threshold)},
          {"unit", or_null(unit)},
          {"fault", or_null(fault)},
          {"message", message},
          {"where", or_null(where)},
          {"glossary", or_null(glossary)}};
}

nlohmann::json TaskResult::to_json() const {
  nlohmann::json entry = {{"task", task},
                          {"verdict", word(verdict)},
                          {"points", points_json(points)},
                          {"max_points", points_json(max_points)},
                          {"checks", nlohmann::json::array()}};
  for (const CheckResult& check : checks) entry["checks"].push_back(check.to_json());
  if (!message.empty()) entry["message"] = message;
  if (!where.empty()) entry["where"] = where;
  return entry;
}

double LabResult::points() const {
  double sum = 0;
  for (const TaskResult& task : tasks) sum += task.points;
  return sum;
}

double LabResult::max_points() const {
  double sum = 0;
  for (const TaskResult& task : tasks) sum += task.max_points;
  return sum;
}

void LabResult::settle() {
  if (tasks.empty()) return;
  const auto some = [&](Verdict verdict) {
    return std::any_of(tasks.begin(), tasks.end(), [&](const TaskResult& task) { return task.verdict == verdict; });
  };
  verdict = some(Verdict::infrastructure)                       ? Verdict::infrastructure
            : some(Verdict::fail) || some(Verdict::build_error) ? Verdict::fail
            : some(Verdict::todo)                               ? Verdict::todo
                                                                : Verdict::pass;
}

nlohmann::json LabResult::to_json() const {
  nlohmann::json entry = {{"lab", lab},
                          {"verdict", word(verdict)},
                          {"points", points_json(points())},
                          {"max_points", points_json(max_points())},
                          {"tasks", nlohmann::json::array()}};
  for (const TaskResult& task : tasks) entry["tasks"].push_back(task.to_json());
  if (!message.empty()) entry["message"] = message;
  return entry;
}

int Report::exit_status(bool strict) const {
  int status = 0;
  for (const LabResult& lab : labs) {
    if (lab.verdict == Verdict::infrastructure) return 2;
    // The lab's verdict hides a task still to do behind a failed one, and both mean 1 here.
    if (lab.verdict == Verdict::fail || (strict && lab.verdict == Verdict::todo)) status = 1;
  }
  return status;
}

nlohmann::json Report::to_json() const {
  nlohmann::json document = {{"schema", 1}, {"machine", machine}, {"labs", nlohmann::json::array()}};
  for (const LabResult& lab : labs) document["labs"].push_back(lab.to_json());
  return document;
}

}  // namespace course
