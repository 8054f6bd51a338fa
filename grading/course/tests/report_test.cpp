#include "grading/course/report.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include "grading/course/fragment.h"

using namespace course;

namespace {

TaskResult task(const std::string& name, Verdict verdict, double points) {
  TaskResult result;
  result.task = name;
  result.verdict = verdict;
  result.points = points;
  result.max_points = 10;
  return result;
}

Report report_of(std::vector<TaskResult> tasks) {
  LabResult lab{.lab = "03-coalescing",
                .title = "Coalescing",
                .verdict = Verdict::pass,
                .message = {},
                .tasks = std::move(tasks)};
  lab.settle();
  return {.machine = {.kind = "sim", .name = "simulated GPU", .compute_capability = "9.0", .front_end = {}},
          .labs = {lab}};
}

}  // namespace

TEST_CASE("the exit status: 0 pass or to do, 1 a failed task, 2 the machine") {
  const auto pass = task("a", Verdict::pass, 10), todo = task("b", Verdict::todo, 0),
             fail = task("c", Verdict::fail, 4), build = task("d", Verdict::build_error, 0),
             machine = task("e", Verdict::infrastructure, 0);
  CHECK(report_of({pass}).exit_status() == 0);
  CHECK(report_of({pass, todo}).exit_status() == 0);
  CHECK(report_of({pass, todo, fail}).exit_status() == 1);
  CHECK(report_of({build, pass}).exit_status() == 1);
  CHECK(report_of({fail, machine}).exit_status() == 2);
}

TEST_CASE("--strict: a task still to do is a failed one without points, in every form of the report") {
  Report report = report_of({task("a", Verdict::pass, 10), task("b", Verdict::todo, 0)});
  CHECK(report.labs[0].verdict == Verdict::todo);
  report.be_strict();
  CHECK(report.exit_status() == 1);
  const auto json = nlohmann::json::parse(to_json(report));
  CHECK(json["labs"][0]["verdict"] == "fail");
  CHECK(json["labs"][0]["points"] == 10);
  CHECK(json["labs"][0]["tasks"][0]["verdict"] == "pass");
  CHECK(json["labs"][0]["tasks"][1]["verdict"] == "fail");
  CHECK(json["labs"][0]["tasks"][1]["points"] == 0);
  CHECK(json["labs"][0]["tasks"][1]["message"] ==
        "the file is still the starter: with --strict, a task to do fails with 0 points");
  pugi::xml_document xml;
  REQUIRE(xml.load_string(to_junit(report).c_str()));
  CHECK(xml.select_nodes("//failure[@type='todo']").size() == 1);

  Report passed = report_of({task("a", Verdict::pass, 10)});
  passed.be_strict();
  CHECK(passed.exit_status() == 0);
}

TEST_CASE("a broken lab costs itself: status 2, and the others keep their verdicts") {
  Report report = report_of({task("a", Verdict::pass, 10)});
  report.labs.push_back(
      {.lab = "04-x", .title = {}, .verdict = Verdict::infrastructure, .message = "lab.json: broken", .tasks = {}});
  CHECK(report.exit_status() == 2);
  const auto json = nlohmann::json::parse(to_json(report));
  CHECK(json["labs"][0]["verdict"] == "pass");
  CHECK(json["labs"][1]["verdict"] == "infrastructure");
  CHECK(json["labs"][1]["message"] == "lab.json: broken");
  CHECK(json["labs"][1]["tasks"].empty());
}

TEST_CASE("the JSON report has the fields of the contract") {
  TaskResult failed = task("scale_image", Verdict::fail, 4);
  failed.checks = read_fragment(R"({ "tasks": [ { "task": "scale_image", "points": 4, "checks": [ { "name": "sectors",
    "kind": "lesson", "verdict": "fail", "value": 32, "threshold": 6.5, "unit": "sectors/request", "fault": "limit",
    "message": "32 sectors a request where 4 would do", "where": "scale_image.cu:14", "glossary": null } ] } ] })",
                                "scale_image")
                      .checks;
  const auto json = nlohmann::json::parse(to_json(report_of({failed, task("b", Verdict::pass, 10)})));
  CHECK(json["schema"] == 1);
  CHECK(json["machine"]["kind"] == "sim");
  const auto& lab = json["labs"][0];
  CHECK(lab["lab"] == "03-coalescing");
  CHECK(lab["verdict"] == "fail");
  CHECK(lab["points"] == 14);
  CHECK(lab["max_points"] == 20);
  const auto& check = lab["tasks"][0]["checks"][0];
  CHECK(check["value"] == 32);
  CHECK(check["threshold"] == 6.5);
  CHECK(check["where"] == "scale_image.cu:14");
  CHECK(check["glossary"].is_null());
  CHECK(check.size() == 10);
}

TEST_CASE("a fragment that lacks something is refused, not taken for a pass") {
  CHECK_THROWS_AS(
      read_fragment(R"({"tasks":[{"task":"t","points":1,"checks":[{"name":"sectors","kind":"lesson"}]}]})", "t"),
      std::runtime_error);
  CHECK_THROWS_AS(read_fragment(R"({"tasks":[{"task":"t","checks":[]}]})", "t"), std::runtime_error);
  CHECK_THROWS_AS(read_fragment(R"({"tasks":[{"task")", "t"), std::runtime_error);
  CHECK(read_fragment(R"({"tasks":[{"task":"other","points":9,"checks":[]}]})", "t").points == 0);
}

TEST_CASE("bytes that are not UTF-8 do not stop the report") {
  TaskResult broken = task("b", Verdict::build_error, 0);
  broken.message = "stray \xff in program";
  CHECK(nlohmann::json::parse(to_json(report_of({broken})))["labs"][0]["tasks"][0]["message"] ==
        "stray \xef\xbf\xbd in program");
}

TEST_CASE("JUnit: doctest's suites are merged, a build error is a failure, a fault of the machine an error") {
  TaskResult good = task("a", Verdict::pass, 10);
  good.junit.push_back(R"(<?xml version="1.0"?><testsuites><testsuite name="/x/grade" tests="2" failures="1" errors="0">
    <testcase classname="grade.cpp" name="a/any_size"/><testcase classname="grade.cpp" name="a/sectors">
    <failure message="32 &lt; 4"/></testcase></testsuite></testsuites>)");
  TaskResult broken = task("b", Verdict::build_error, 0);
  broken.message = "expected ';' & more";
  broken.where = "b.cu:3";
  TaskResult lost = task("c", Verdict::infrastructure, 0);
  lost.message = "no space left";

  pugi::xml_document xml;
  REQUIRE(xml.load_string(to_junit(report_of({good, broken, lost})).c_str()));
  CHECK(xml.select_nodes("/testsuites/testsuite").size() == 3);
  CHECK(xml.select_nodes("//testcase").size() == 4);
  CHECK(xml.select_node("//testcase[@name='a/sectors']/failure").node().attribute("message").value() ==
        std::string("32 < 4"));
  CHECK(xml.select_node("/testsuites/testsuite[1]").node().attribute("name").value() == std::string("03-coalescing/a"));
  const auto failure = xml.select_node("//testcase[@name='b/build']/failure").node();
  CHECK(failure.attribute("message").value() == std::string("expected ';' & more"));
  CHECK(failure.text().get() == std::string("b.cu:3"));
  CHECK(xml.select_node("//testcase[@name='c/build']/error"));
}

TEST_CASE("JUnit: a task whose own report was cut short is there all the same, with every check") {
  TaskResult cut = task("a", Verdict::fail, 4);
  cut.checks = {{.name = "any_size", .kind = "correctness", .verdict = "pass", .value = {}, .threshold = {}, .unit = {}, .fault = {}, .message = {}, .where = {}, .glossary = {}},
                {.name = "sectors", .kind = "lesson", .verdict = "fail", .value = {}, .threshold = {}, .unit = {}, .fault = "limit", .message = "32 < 4", .where = {}, .glossary = {}}};
  for (const std::string left : {R"(<?xml version="1.0"?><testsuites><testsuite name="/x/gr)", ""}) {
    cut.junit = {left};
    if (left.empty()) cut.junit.clear();
    pugi::xml_document xml;
    REQUIRE(xml.load_string(to_junit(report_of({cut})).c_str()));
    CHECK(xml.select_nodes("//testcase").size() == 2);
    CHECK(xml.select_node("//testcase[@name='a/sectors']/failure").node().attribute("message").value() == std::string("32 < 4"));
    CHECK(xml.select_node("//testsuite").node().attribute("failures").as_int() == 1);
  }
}
