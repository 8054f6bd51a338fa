#include "grading/timing/page/limits_page.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

using json = nlohmann::ordered_json;

namespace {

json kernel(const char* file, const char* expected, const char* verdict, double ms, double limit) {
  return {{"file", file},           {"expected", expected}, {"verdict", verdict},     {"ms", ms},
          {"limit_ms", limit},      {"over_limit", ms / limit}, {"share_of_copy", 0.5}, {"given_slow_ms", 8.0},
          {"given_plain_ms", 2.0}};
}

json record() {
  json all = {{"written_by", "./course measure --calibrate"},
              {"machine",
               {{"device", "NVIDIA Test"}, {"compute_capability", "9.0"}, {"driver", "1"}, {"toolkit", "CUDA 13.0"},
                {"flags", "nvcc"}, {"recorded_on", "2026-01-02"}, {"commit", "0123456789abcdef0123"}}}};
  all["speed"]["03-lab"]["scale"]["kernels"] = {
      kernel("solutions/03-lab/scale.cu", "fast", "pass", 1, 4),     kernel("labs/03-lab/p/scale.cu", "fast", "pass", 2, 4),
      kernel("labs/03-lab/c/style.cu", "fast", "pass", 3, 4),        kernel("labs/03-lab/s/far.cu", "slow", "fail", 8, 4),
      kernel("labs/03-lab/s/near.cu", "slow", "inconclusive", 4.2, 4), kernel("labs/03-lab/s/unseen.cu", "slow", "pass", 1.2, 4)};
  all["speed"]["03-lab"]["blur"]["kernels"] = {kernel("solutions/03-lab/blur.cu", "fast", "skipped", 1, 4),
                                               kernel("labs/03-lab/s/blur.cu", "slow", "skipped", 1.2, 4)};
  return all;
}

bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("the page of speed limits: a row a task, slow kernels by where the clock puts them") {
  const std::string page = course::timing::limits_page(record());
  CHECK(has(page, "# Speed limits on an NVIDIA Test\n"));
  CHECK(has(page, "`git diff --stat 0123456789ab -- labs solutions`"));
  CHECK(has(page, "| 03 `scale` | 8 | 2 | 1 | 50 % | 4 | 0.75 (2 kernels) | 1, 1, 1 |\n"));
  CHECK(has(page, "| 03 `blur` | 8 | 2 | 1 | 50 % | not judged | | |\n"));
  CHECK(has(page, "Of 3 slow kernels the clock puts 1 above their limit by 15 % or more."));
  const std::string below = page.substr(page.find("## Slow by the count"));
  CHECK(has(below, "| 03 `scale` | [unseen.cu](../labs/03-lab/s/unseen.cu) | 0.30 |\n"));
  CHECK(has(below, "| 03 `scale` | [near.cu](../labs/03-lab/s/near.cu) | 1.05 |\n"));
  CHECK_FALSE(has(below, "blur.cu"));  // what is not judged is not below a limit
}

TEST_CASE("a kernel that is not judged is on no side of the limit, whatever its task's others are") {
  json all = record();
  all["speed"]["03-lab"]["scale"]["kernels"][3]["verdict"] = "skipped";  // far.cu
  const std::string page = course::timing::limits_page(all);
  CHECK(has(page, "| 03 `scale` | 8 | 2 | 1 | 50 % | 4 | 0.75 (2 kernels) | 0, 1, 1 |\n"));
  CHECK(has(page, "Of 2 slow kernels the clock puts 0 above"));
}

TEST_CASE("a task with two speed checks has two rows") {
  json all = record();
  json& kernels = all["speed"]["03-lab"]["scale"]["kernels"];
  const json first = kernels;
  for (json& one : kernels) one["check"] = "time";
  for (json one : first) {
    one["check"] = "host_time";
    one["over_limit"] = 2 * one["over_limit"].get<double>();
    kernels.push_back(one);
  }
  const std::string page = course::timing::limits_page(all);
  CHECK(has(page, "| 03 `scale` `time` | 8 | 2 | 1 | 50 % | 4 | 0.75 (2 kernels) | 1, 1, 1 |\n"));
  CHECK(has(page, "| 03 `scale` `host_time` | 8 | 2 | 1 | 50 % | 4 | 1.50 (2 kernels) | 2, 0, 1 |\n"));  // 2 * 0.75; 2 * 2, 2 * 1.05 and 2 * 0.3
  CHECK(has(page, "| 03 `scale` `host_time` | [unseen.cu](../labs/03-lab/s/unseen.cu) | 0.60 |\n"));
}

TEST_CASE("a task without a solution's time has no row; a record without a machine is refused") {
  json all = record();
  all["speed"]["03-lab"]["blur"]["kernels"].erase(0);
  CHECK_FALSE(has(course::timing::limits_page(all), "`blur`"));
  all.erase("machine");
  CHECK_THROWS_AS(course::timing::limits_page(all), json::exception);
}

TEST_CASE("what the calibration found wrong is on the page, and an interrupted one gives none") {
  json all = record();
  CHECK_FALSE(has(course::timing::limits_page(all), "found wrong"));
  CHECK(has(course::timing::limits_page(all), "names each, under `hidden` or `near`.\n"));
  all["findings"] = {"style.cu: 5 % from the limit"};
  CHECK(has(course::timing::limits_page(all), "- style.cu: 5 % from the limit\n"));
  CHECK(has(course::timing::limits_page(all), "names each, under `hidden` or `near`, but for what the last section says.\n"));
  all["tasks_missing"] = 2;
  CHECK_THROWS_WITH_AS(course::timing::limits_page(all),
                       "the record lacks 2 tasks, since its calibration was interrupted: measure again", std::runtime_error);
}
