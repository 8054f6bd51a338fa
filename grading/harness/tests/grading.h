#pragma once
// A whole grading of the test lab, as a process of its own.
#include <doctest/doctest.h>

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "grading/harness/process.h"

namespace course::harness::tests {

using nlohmann::json;
namespace fs = std::filesystem;

struct Folder {
  fs::path path;
  Folder() {
    std::string name = fs::temp_directory_path() / "grader_test.XXXXXX";
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path = name;
  }
  ~Folder() { fs::remove_all(path); }
};

inline std::string text_of(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

struct Grading {
  int status = 0;
  double seconds = 0;
  std::string output, errors, text;
  json report;

  json check(const std::string& name) const {
    for (const json& task : report.at("tasks"))
      for (const json& one : task.at("checks"))
        if (one.at("name") == name) return one;
    return json::object();
  }
  std::string verdict(const std::string& name) const { return check(name).value("verdict", "absent"); }
};

inline Grading grade(const std::string& student, std::vector<std::string> options = {}, const fs::path& lab = LAB) {
  const Folder folder;
  const fs::path report = folder.path / "report.json";
  options.insert(options.begin(),
                 {"--lab", lab.string(), "--runners", std::string(STUDENTS) + "/" + student, "--json", report.string()});
  ProcessLimits limits;
  limits.seconds = 60;
  limits.processes = 1000;  // a grader and the processes of a bad student
  const Outcome outcome = run_process(GRADER, options, folder.path, limits);
  REQUIRE(outcome.how == Outcome::How::exited);
  Grading grading{outcome.exit_status, outcome.seconds, outcome.output, outcome.errors, text_of(report), {}};
  if (!grading.text.empty()) grading.report = json::parse(grading.text);
  return grading;
}

}  // namespace course::harness::tests
