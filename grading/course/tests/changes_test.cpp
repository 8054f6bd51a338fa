#include "grading/course/changes.h"

#include <doctest/doctest.h>

using namespace course;

namespace {

CheckResult check(const std::string& name, const std::string& verdict, const std::string& message = "") {
  CheckResult result;
  result.name = name;
  result.verdict = verdict;
  result.message = message;
  return result;
}

LabResult lab(Verdict verdict, double points, std::vector<CheckResult> checks, const std::string& message = "") {
  TaskResult task;
  task.task = "scale";
  task.verdict = verdict;
  task.points = points;
  task.max_points = 10;
  task.checks = std::move(checks);
  task.message = message;
  LabResult result;
  result.tasks = {task};
  return result;
}

std::string text(const LabResult& before, const LabResult& after) { return changes(before, after, Console(false)); }

}  // namespace

TEST_CASE("only what changed is told") {
  const auto before = lab(Verdict::fail, 5, {check("any_size", "pass"), check("sectors", "fail", "32 sectors")});
  CHECK(text(before, before).empty());
  CHECK(text(before, lab(Verdict::pass, 10, {check("any_size", "pass"), check("sectors", "pass")})) ==
        "  scale/sectors fail -> pass\n  scale pass, 10 of 10 points\n");
  CHECK(text(before, lab(Verdict::fail, 5, {check("any_size", "pass"), check("sectors", "fail", "8 sectors")})) ==
        "  scale/sectors still fails, otherwise:\n    8 sectors\n");
  CHECK(text(before, lab(Verdict::fail, 0, {check("any_size", "fail", "wrong"), check("sectors", "fail", "32 sectors")})) ==
        "  scale/any_size pass -> fail\n    wrong\n  scale fail, 0 of 10 points\n");
}

TEST_CASE("a fault that several checks meet is told once") {
  const auto race = [](const std::string& name) {
    CheckResult result = check(name, "fail", "scale.cu:7: a race, block 3");
    result.fault = "race";
    result.where = "scale.cu:7";
    return result;
  };
  CHECK(text(lab(Verdict::pass, 10, {check("any_size", "pass"), check("sectors", "pass")}),
             lab(Verdict::fail, 0, {race("any_size"), race("sectors")})) ==
        "  scale/any_size pass -> fail\n    scale.cu:7: a race, block 3\n"
        "  scale/sectors pass -> fail\n    the same fault as in any_size\n  scale fail, 0 of 10 points\n");
}

TEST_CASE("a file that does not compile says so once") {
  const auto before = lab(Verdict::fail, 5, {check("any_size", "pass")});
  const auto broken = lab(Verdict::build_error, 0, {}, "expected ';'");
  CHECK(text(before, broken) == "  scale build-error\n    expected ';'\n");
  CHECK(text(broken, broken).empty());
}
