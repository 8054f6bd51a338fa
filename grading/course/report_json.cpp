#include <cmath>
#include <nlohmann/json.hpp>

#include "report.h"

namespace course {
namespace {

using json = nlohmann::ordered_json;  // members in the order in which people read them

json or_null(const std::optional<double>& number) { return number ? json(*number) : json(); }
json or_null(const std::string& text) { return text.empty() ? json() : json(text); }

/// Points are whole in every lab; a fraction is kept only if there is one.
json points_of(double points) {
  return std::floor(points) == points ? json(static_cast<long long>(points)) : json(points);
}

json check_json(const CheckResult& check) {
  json entry = {{"name", check.name},
          {"kind", check.kind},
          {"verdict", check.verdict},
          {"value", or_null(check.value)},
          {"threshold", or_null(check.threshold)},
          {"unit", or_null(check.unit)},
          {"fault", or_null(check.fault)},
          {"message", check.message},
          {"where", or_null(check.where)},
          {"glossary", or_null(check.glossary)}};
  if (!check.timing.empty()) entry["timing"] = json::parse(check.timing);
  return entry;
}

json note_json(const Remark& note) { return {{"message", note.message}, {"where", or_null(note.where)}}; }

json task_json(const TaskResult& task) {
  json entry = {{"task", task.task},
                {"verdict", word(task.verdict)},
                {"points", points_of(task.points)},
                {"max_points", points_of(task.max_points)}};
  if (!task.message.empty()) entry["message"] = task.message;
  if (!task.where.empty()) entry["where"] = task.where;
  for (const Remark& note : task.notes) entry["notes"].push_back(note_json(note));
  entry["checks"] = json::array();
  for (const CheckResult& check : task.checks) entry["checks"].push_back(check_json(check));
  return entry;
}

json lab_json(const LabResult& lab) {
  json entry = {{"lab", lab.lab},
                {"verdict", word(lab.verdict)},
                {"points", points_of(lab.points())},
                {"max_points", points_of(lab.max_points())}};
  if (!lab.message.empty()) entry["message"] = lab.message;
  entry["tasks"] = json::array();
  for (const TaskResult& task : lab.tasks) entry["tasks"].push_back(task_json(task));
  return entry;
}

}  // namespace

std::string to_json(const Report& report) {
  json machine = {{"kind", report.machine.kind},
                  {"name", report.machine.name},
                  {"compute_capability", report.machine.compute_capability}};
  if (!report.machine.front_end.empty()) machine["front_end"] = report.machine.front_end;
  json document = {{"schema", 1}, {"machine", machine}, {"labs", json::array()}};
  // Only then: what reads reports of whole gradings never meets it.
  if (report.missing > 0) document["tasks_missing"] = report.missing;
  for (const LabResult& lab : report.labs) document["labs"].push_back(lab_json(lab));
  // A compiler's message quotes the student's line, which may hold bytes that are not UTF-8.
  return document.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace course
