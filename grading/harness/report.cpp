#include "grading/harness/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

namespace course::harness {
namespace {

using json = nlohmann::ordered_json;  // members in the order in which people read them

const char* name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::pass:
      return "pass";
    case Verdict::fail:
      return "fail";
    case Verdict::skipped:
      return "skipped";
    case Verdict::inconclusive:
      break;
  }
  return "inconclusive";
}

json number_or_null(const std::optional<double>& value) { return value ? json(*value) : json(); }

json describe(const CheckEntry& entry, const CheckRecord& record) {
  json check = {{"name", entry.name},
                {"kind", course::name_of(entry.kind)},
                {"verdict", name_of(record.verdict)},
                {"value", nullptr},
                {"threshold", nullptr},
                {"unit", ""},
                {"fault", ""},
                {"message", ""},
                {"where", ""},
                {"glossary", entry.glossary}};
  std::string message;
  for (const Finding& finding : record.findings) message += (message.empty() ? "" : "\n") + finding.message;
  const Finding* told = !record.findings.empty() ? &record.findings.front()
                        : record.measured        ? &*record.measured
                                                 : nullptr;
  if (told != nullptr) {
    check["value"] = number_or_null(told->value);
    check["threshold"] = number_or_null(told->threshold);
    check["unit"] = told->unit;
    check["fault"] = told->fault;
    check["where"] = told->where;
    if (!told->glossary.empty()) check["glossary"] = told->glossary;
  }
  if (!record.infrastructure.empty()) {
    check["fault"] = "infrastructure";
    const bool closed = record.infrastructure.ends_with('.');
    message = record.infrastructure + (closed ? " " : ". ") + "This is not a fault of your code.";
  }
  if (record.verdict == Verdict::skipped) message = record.skipped_because;
  if (!record.inconclusive_because.empty() && record.infrastructure.empty()) message = record.inconclusive_because;
  if (message.empty() && record.measured) message = record.measured->message;
  check["message"] = message;
  if (!record.notes.empty()) check["notes"] = record.notes;
  if (!record.timing.empty()) check["timing"] = json::parse(record.timing);
  return check;
}

struct Sum {
  bool ran = false, failed = false, infrastructure = false;
  int points = 0, max_points = 0;

  void add(const Sum& other) {
    ran |= other.ran;
    failed |= other.failed;
    infrastructure |= other.infrastructure;
    points += other.points;
    max_points += other.max_points;
  }
  const char* verdict() const { return infrastructure ? "infrastructure" : failed ? "fail" : "pass"; }
};

}  // namespace

std::string fragment(const Session& session) {
  Sum of_lab;
  json tasks = json::array();
  for (const Task& task : session.lab.tasks) {
    Sum of_task;
    json checks = json::array();
    for (const CheckEntry& entry : task.checks) {
      const auto found = session.records().find(task.name + "/" + entry.name);
      if (found == session.records().end()) continue;
      const CheckRecord& record = found->second;
      checks.push_back(describe(entry, record));
      of_task.add({true, record.verdict == Verdict::fail, !record.infrastructure.empty(),
                   record.verdict == Verdict::pass ? entry.points : 0,
                   record.verdict == Verdict::skipped ? 0 : entry.points});
    }
    if (!of_task.ran) continue;
    of_lab.add(of_task);
    tasks.push_back({{"task", task.name},
                     {"verdict", of_task.verdict()},
                     {"points", of_task.points},
                     {"max_points", of_task.max_points},
                     {"checks", std::move(checks)}});
  }
  const json lab = {{"lab", session.lab.name},
                    {"verdict", of_lab.verdict()},
                    {"points", of_lab.points},
                    {"max_points", of_lab.max_points},
                    {"tasks", std::move(tasks)}};
  // replace: what a student's program printed may be in a message, and need not be text.
  return lab.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

std::string list_json(const Session& session) {
  json tasks = json::array();
  for (const Task& task : session.lab.tasks) {
    json checks = json::array();
    for (const CheckEntry& entry : task.checks)
      checks.push_back({{"name", entry.name}, {"kind", course::name_of(entry.kind)}, {"points", entry.points}});
    tasks.push_back(
        {{"task", task.name}, {"file", task.file}, {"max_points", task.points}, {"checks", std::move(checks)}});
  }
  const json lab = {{"lab", session.lab.name},
                    {"title", session.lab.title},
                    {"max_points", session.lab.points()},
                    {"tasks", std::move(tasks)}};
  return lab.dump(2) + "\n";
}

int exit_status(const Session& session) {
  const auto any = [&](auto is) { return std::any_of(session.records().begin(), session.records().end(), is); };
  if (session.records().empty() || any([](const auto& r) { return !r.second.infrastructure.empty(); })) return 2;
  return any([](const auto& r) { return r.second.verdict == Verdict::fail; }) ? 1 : 0;
}

std::vector<std::string> differences(const Session& session, const std::vector<Registered>& registered) {
  std::vector<std::string> sentences;
  std::set<std::string> names;
  for (const Registered& one : registered) {
    const CheckEntry* entry = session.entry_of(one.name);
    if (!names.insert(one.name).second) {
      sentences.push_back(fmt::format("the grader has two doctest cases named '{}'", one.name));
    } else if (entry == nullptr) {
      sentences.push_back(fmt::format("the grader's doctest case '{}' is not a task/check of lab.json", one.name));
    } else if (one.suite != course::name_of(entry->kind)) {
      sentences.push_back(fmt::format("the check '{}' is in the doctest suite '{}' and of the kind '{}' in lab.json",
                                      one.name, one.suite, course::name_of(entry->kind)));
    }
  }
  for (const Task& task : session.lab.tasks)
    for (const CheckEntry& entry : task.checks)
      if (!names.contains(task.name + "/" + entry.name))
        sentences.push_back(fmt::format("lab.json promises the check '{}/{}', for which the grader has no doctest case",
                                        task.name, entry.name));
  return sentences;
}

}  // namespace course::harness
