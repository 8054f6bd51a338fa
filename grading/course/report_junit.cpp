#include <fmt/format.h>

#include <algorithm>
#include <pugixml.hpp>
#include <sstream>

#include "report.h"

namespace course {
namespace {

void add_failed_case(pugi::xml_node suites, const std::string& suite_name, const std::string& case_name,
                     const std::string& class_name, Verdict verdict, const std::string& message,
                     const std::string& where) {
  const bool machine = verdict == Verdict::infrastructure;
  auto suite = suites.append_child("testsuite");
  suite.append_attribute("name") = suite_name.c_str();
  suite.append_attribute("errors") = machine ? 1 : 0;
  suite.append_attribute("failures") = machine ? 0 : 1;
  suite.append_attribute("tests") = 1;
  auto entry = suite.append_child("testcase");
  entry.append_attribute("classname") = class_name.c_str();
  entry.append_attribute("name") = case_name.c_str();
  // JUnit's own difference between a failed check and one that could not be made.
  auto failure = entry.append_child(machine ? "error" : "failure");
  failure.append_attribute("message") = message.c_str();
  failure.append_attribute("type") = std::string(verdict == Verdict::fail ? "todo" : word(verdict)).c_str();
  if (!where.empty()) failure.text() = where.c_str();
}

/// What doctest wrote of a task may be cut short (a full disk); its checks are known all the same.
void add_checks(pugi::xml_node suites, const std::string& suite_name, const TaskResult& task) {
  auto suite = suites.append_child("testsuite");
  suite.append_attribute("name") = suite_name.c_str();
  suite.append_attribute("errors") = 0;
  suite.append_attribute("failures") =
      static_cast<int>(std::count_if(task.checks.begin(), task.checks.end(), [](const CheckResult& check) { return check.failed(); }));
  suite.append_attribute("tests") = static_cast<int>(task.checks.size());
  for (const CheckResult& check : task.checks) {
    auto entry = suite.append_child("testcase");
    entry.append_attribute("classname") = suite_name.c_str();
    entry.append_attribute("name") = (task.task + "/" + check.name).c_str();
    if (!check.failed()) continue;
    auto failure = entry.append_child("failure");
    failure.append_attribute("message") = check.message.c_str();
    failure.append_attribute("type") = check.fault.c_str();
  }
}

}  // namespace

std::string to_junit(const Report& report) {
  pugi::xml_document document;
  auto declaration = document.append_child(pugi::node_declaration);
  declaration.append_attribute("version") = "1.0";
  declaration.append_attribute("encoding") = "UTF-8";
  auto suites = document.append_child("testsuites");
  for (const LabResult& lab : report.labs) {
    if (!lab.message.empty()) add_failed_case(suites, lab.lab, "lab.json", lab.lab, lab.verdict, lab.message, "");
    for (const TaskResult& task : lab.tasks) {
      const std::string name = lab.lab + "/" + task.task;
      bool whole = !task.junit.empty();
      for (const std::string& text : task.junit) whole = whole && pugi::xml_document().load_string(text.c_str());
      if (!whole && !task.checks.empty()) add_checks(suites, name, task);
      for (const std::string& text : task.junit) {
        pugi::xml_document part;
        if (!whole || !part.load_string(text.c_str())) continue;
        for (auto suite : part.select_nodes("//testsuite")) {
          auto merged = suites.append_copy(suite.node());
          if (auto attribute = merged.attribute("name")) attribute = name.c_str();
        }
      }
      if (!task.message.empty())
        add_failed_case(suites, name, task.task + "/build", name, task.verdict, task.message, task.where);
    }
  }
  std::ostringstream text;
  document.save(text, "  ");
  return text.str();
}

}  // namespace course
