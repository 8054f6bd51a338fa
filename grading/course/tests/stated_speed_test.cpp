// What lab.json says that a clock sees of slow kernels: the rule, and every lab against the recorded times of an H200.
#include "../stated_speed.h"

#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>

using namespace course;
namespace fs = std::filesystem;

namespace {

bool as_stated(Stated stated, const char* verdict, double ratio) { return !speed_objection(stated, verdict, ratio); }

}  // namespace

TEST_CASE("a slow kernel fails by 15 %, unless lab.json says otherwise") {
  CHECK(as_stated(Stated::rejected, "fail", 1.15));
  CHECK_FALSE(as_stated(Stated::rejected, "fail", 1.14));
  CHECK_FALSE(as_stated(Stated::rejected, "inconclusive", 1.3));
  CHECK(as_stated(Stated::hidden, "pass", 0.4));
  CHECK_FALSE(as_stated(Stated::hidden, "inconclusive", 0.9));
  CHECK_FALSE(as_stated(Stated::hidden, "fail", 1.3));
  CHECK(as_stated(Stated::near, "pass", 0.9));
  CHECK(as_stated(Stated::near, "inconclusive", 1.02));
  CHECK(as_stated(Stated::near, "fail", 1.2));
  CHECK_FALSE(as_stated(Stated::near, "pass", 0.79));  // below 1 / 1.25
  CHECK_FALSE(as_stated(Stated::near, "fail", 1.26));
}

TEST_CASE("what is not as stated says what to do") {
  CHECK(*speed_objection(Stated::rejected, "pass", 0.724) ==
        "pass at 0.72 of the limit, where a slow kernel is expected to fail by 15 % or more: make its fault larger, or name it "
        "under \"hidden\" of the speed check in lab.json");
  CHECK(speed_objection(Stated::rejected, "inconclusive", 0.93)->find("under \"near\"") != std::string::npos);
  CHECK(*speed_objection(Stated::hidden, "fail", 1.3) == "fail at 1.30 of the limit, where lab.json says \"hidden\"");
}

TEST_CASE("every slow kernel of the labs was judged by an H200's clock as its lab.json states") {
  std::ifstream in(fs::path(REPOSITORY) / "glossary/data/speed_h200.json");
  REQUIRE(in);
  const auto record = nlohmann::json::parse(in);
  int compared = 0;
  for (const auto& [name, tasks] : record.at("speed").items()) {
    const Lab lab = load_lab(fs::path(REPOSITORY) / "labs" / name);
    const std::string grader = "labs/" + name + "/grader/";
    for (const Task& task : lab.tasks) {
      if (!tasks.contains(task.name)) continue;
      std::size_t unseen = 0;
      for (const auto& kernel : tasks[task.name].at("kernels")) {
        const std::string file = kernel.at("file");
        if (kernel.at("expected") != "slow" || kernel.at("verdict") == "skipped") continue;
        CAPTURE(file);
        REQUIRE(file.starts_with(grader));
        const Stated stated = stated_speed(task, file.substr(grader.size()));
        const auto objection = speed_objection(stated, kernel.at("verdict"), kernel.at("over_limit"));
        if (objection) FAIL_CHECK(*objection);
        unseen += stated != Stated::rejected;
        ++compared;
      }
      // A kernel that lab.json names and nobody has timed would be a figure without a record.
      for (const CheckEntry& check : task.checks)
        if (check.kind == CheckKind::speed) CHECK_MESSAGE(unseen == check.hidden.size() + check.near.size(), task.name);
    }
  }
  CHECK(compared > 0);
}
