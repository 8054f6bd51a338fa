// Whole speed checks: four runners that take turns on a fake GPU. The copy is its ceiling; the given slow kernel takes 8
// times as long, the plain version 1.3 times: the limit is sqrt(8 * 1.3) = 3.22 copies.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "grading/harness/process.h"

using namespace course::harness;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

struct Folder {
  fs::path path;
  Folder() {
    std::string name = fs::temp_directory_path() / "speed_test.XXXXXX";
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path = name;
  }
  ~Folder() { fs::remove_all(path); }
};

struct Answer {
  int status = 0;
  json check;
  std::string message() const { return check.value("message", ""); }
  std::string verdict() const { return check.value("verdict", "absent"); }
  std::string fault() const { return check.value("fault", ""); }
};

// The runners' folders of the build are named by behaviour.
Answer grade(const std::string& student, const std::string& slow = "slow", const std::string& plain = "good",
             std::vector<std::string> more = {}, const std::string& check = "time") {
  const Folder folder;
  const fs::path report = folder.path / "report.json", references = folder.path / "references";
  fs::create_directories(references);
  for (const auto& [name, behaviour] : {std::pair("slow", slow), std::pair("plain", plain), std::pair("solution", std::string("good"))})
    fs::create_directory_symlink(fs::path(TIMED) / behaviour, references / name);
  std::vector<std::string> options = {"--lab", LAB, "--runners", (fs::path(TIMED) / student).string(), "--references",
                                      references.string(), "--machine", "cuda", "-tc=twice/" + check, "--json", report.string()};
  options.insert(options.end(), more.begin(), more.end());
  ProcessLimits limits;
  limits.seconds = 120;
  limits.processes = 100;
  const Outcome outcome = run_process(GRADER, options, folder.path, limits);
  REQUIRE(outcome.how == Outcome::How::exited);
  std::ostringstream text;
  text << std::ifstream(report).rdbuf();
  INFO(text.str() << outcome.errors);
  const json all = json::parse(text.str());
  return {outcome.exit_status, all.at("tasks")[0].at("checks")[0]};
}

void fails(const std::string& student, const char* fault, const char* words) {
  const Answer answer = grade(student);
  INFO(student << ": " << answer.check.dump());
  CHECK(answer.status == 1);
  CHECK(answer.verdict() == "fail");
  CHECK(answer.fault() == fault);
  CHECK(answer.message().find(words) != std::string::npos);
}

}  // namespace

TEST_CASE("host arrays are drawn anew for each call, compared whole, and may not be changed where they are inputs") {
  const Answer good = grade("good", "slow", "good", {}, "host_time");
  INFO(good.check.dump());
  CHECK(good.verdict() == "pass");
  for (const auto& [student, fault] : {std::pair("last_wrong", "wrong-result"), std::pair("keeps_answers", "wrong-result"),
                                       std::pair("changes_input", "input-changed")}) {
    const Answer bad = grade(student, "slow", "good", {}, "host_time");
    INFO(student << ": " << bad.check.dump());
    CHECK(bad.verdict() == "fail");
    CHECK(bad.fault() == fault);
  }
}

TEST_CASE("a fast function passes, with its share of the copy's speed") {
  const Answer answer = grade("good");
  INFO(answer.check.dump());
  CHECK(answer.status == 0);
  CHECK(answer.verdict() == "pass");
  const json& timing = answer.check.at("timing");
  CHECK(timing.at("rounds").size() >= 9);  // more where a busy processor delays the runner's messages
  CHECK(timing.at("mastery").get<double>() == doctest::Approx(1 / 1.3));
  CHECK(timing.at("limit_ms").get<double>() / timing.at("copy_ms").get<double>() == doctest::Approx(3.2249));
  CHECK(timing.at("device").at("name") == "fake GPU");
  CHECK(answer.check.at("value").get<double>() == doctest::Approx(1.3 * timing.at("copy_ms").get<double>()));
  CHECK(answer.message().find("77 % of the speed of this GPU's own copy") != std::string::npos);
}

TEST_CASE("a slow one fails with the limit beside its time") {
  const Answer answer = grade("slow_student");
  CHECK(answer.status == 1);
  CHECK(answer.verdict() == "fail");
  CHECK(answer.fault() == "limit");
  CHECK(answer.check.at("value").get<double>() > answer.check.at("threshold").get<double>());
  CHECK(answer.check.at("unit") == "ms");
}

TEST_CASE("every timed call is verified") {
  fails("last_wrong", "wrong-result", "`out`");
  fails("keeps_answers", "wrong-result", "not what the plain version gives for the same data");
  fails("past_end", "wrong-result", "`out`");
  fails("changes_input", "input-changed", "`in`");
  fails("status", "wrong-result", "returned 700 as status, expected 0");
}

TEST_CASE("where rounding may differ, elements have to be near, and a NaN never is") {
  CHECK(grade("rounds").fault() == "wrong-result");
  const auto near = [](const std::string& student) { return grade(student, "slow", "good", {}, "near_time"); };
  CHECK(near("rounds").verdict() == "pass");
  CHECK(near("last_wrong").fault() == "wrong-result");
  CHECK(near("nan_inside").fault() == "wrong-result");
  CHECK(near("changes_input").fault() == "input-changed");
}

TEST_CASE("what ends or blocks the process costs the check, in the words of the other checks") {
  fails("crash", "crash", "SIGABRT");
  fails("throws", "crash", "SIGABRT");
  fails("throws", "crash", "what(): invalid argument");
  fails("exits", "early-exit", "exit status 0");
  fails("hangs", "time-limit", "within 2 s");
}

TEST_CASE("student code shares the socket with its runner: what it says there is its own fault, and ends nothing else") {
  fails("says_nonsense", "broken-result", "not what a runner says");
  fails("says_other_types", "broken-result", "not what a runner says");
  fails("says_no_fault", "broken-result", "not what a runner says");
  fails("drips", "time-limit", "within 2 s");  // a byte at a time, never a line
}

TEST_CASE("a crash is one although a process that the function started holds the socket open") {
  fails("leaves_a_child", "crash", "SIGABRT");
}

TEST_CASE("a device that is full after some calls was filled by them") {
  fails("leaks", "out-of-memory", "Free what the function allocates before it returns");
}

TEST_CASE("an error of the device is the student's while the given kernels can use it, and nobody's when it is gone") {
  fails("faults", "cuda-error", "cudaErrorIllegalAddress (status 700)");
  // In the student's call, and when its results, which lie on the host, are to be hashed.
  for (const auto& [student, check] : {std::pair("gpu_goes", "time"), std::pair("gpu_goes_full", "host_time")}) {
    const Folder folder;
    setenv("FAKE_GPU_GONE", (folder.path / "gone").c_str(), 1);
    const Answer answer = grade(student, "slow", "good", {}, check);
    unsetenv("FAKE_GPU_GONE");
    INFO(student << ": " << answer.check.dump());
    CHECK(fs::exists(folder.path / "gone"));
    CHECK(answer.status == 2);
    CHECK(answer.fault() == "infrastructure");
    CHECK(answer.message().find("the GPU does not answer any more") != std::string::npos);
  }
}

TEST_CASE("inputs of timed calls cannot be foreseen") {
  const Folder folder;
  setenv("REMEMBERED", (folder.path / "first").c_str(), 1);
  const Answer first = grade("remembers");
  INFO(first.check.dump());
  CHECK(first.verdict() == "pass");
  CHECK(fs::exists(folder.path / "first"));
  fails("remembers", "wrong-result", "not what the plain version gives");
}

TEST_CASE("a GPU without room for timed calls is not asked; whether it may be later depends on who has the memory") {
  // Four kernels need 6 times half a megabyte of 8 (eight times the cache of 64 KiB) free.
  setenv("FAKE_GPU_USED", "6000000", 1);
  const Answer busy = grade("good");
  unsetenv("FAKE_GPU_USED");
  CHECK(busy.status == 0);
  CHECK(busy.verdict() == "inconclusive");
  CHECK(busy.fault() == "");
  CHECK(busy.message().find("until other programs") != std::string::npos);
  setenv("FAKE_GPU_TOTAL", "2000000", 1);
  const Answer small = grade("good");
  unsetenv("FAKE_GPU_TOTAL");
  CHECK(small.status == 0);
  CHECK(small.verdict() == "skipped");
  CHECK(small.message().find("MiB of memory free") != std::string::npos);
  // Two arrays between red zones take 16 KiB, however small they are.
  setenv("FAKE_GPU_WITHOUT_CACHE", "yes", 1);
  setenv("FAKE_GPU_TOTAL", "90000", 1);
  const Answer smallest = grade("good");
  unsetenv("FAKE_GPU_TOTAL");
  unsetenv("FAKE_GPU_WITHOUT_CACHE");
  CHECK(smallest.status == 0);
  CHECK(smallest.verdict() == "skipped");
}

TEST_CASE("a GPU that lets in one process at a time is not asked") {
  const Folder folder;
  setenv("FAKE_GPU_EXCLUSIVE", (folder.path / "taken").c_str(), 1);
  const Answer answer = grade("good");
  unsetenv("FAKE_GPU_EXCLUSIVE");
  INFO(answer.check.dump());
  CHECK(answer.status == 0);
  CHECK(answer.verdict() == "inconclusive");
  CHECK(answer.fault() == "");
  CHECK(answer.message().find("unless its compute mode is Default") != std::string::npos);
}

TEST_CASE("what the grader waited for is told, no second twice") {
  const json spent = grade("wakes_up").check.at("timing").at("device").at("spent_s");
  INFO(spent.dump());
  CHECK(spent.at("warm_up").get<double>() > 1.5);
  CHECK(spent.at("call").get<double>() < 1.5);  // the first call sleeps for so long, and is not one of these
  for (const char* part : {"start", "prepare", "verify", "clocks"}) CHECK(spent.at(part).get<double>() >= 0);
}

TEST_CASE("what the driver tells of heat is asked during the contest, widens the guard and is in the record") {
  const Folder folder;
  fs::create_symlink(FAKE_NVML, folder.path / "libnvidia-ml.so.1");
  const char* set = std::getenv("LD_LIBRARY_PATH");
  const std::string before = set != nullptr ? set : "";
  setenv("LD_LIBRARY_PATH", folder.path.c_str(), 1);
  const json hot = grade("good").check.at("timing");
  setenv("LD_LIBRARY_PATH", before.c_str(), 1);
  INFO(hot.dump());
  CHECK(hot.at("guard") == 1.15);
  CHECK(hot.at("device").at("clocks").at("celsius") == 91);
  CHECK(hot.at("device").at("clocks").at("reasons_seen") == 0x40);
  CHECK(grade("good").check.at("timing").at("guard").get<double>() < 1.15);
}

TEST_CASE("that other graders may use the GPU meanwhile is in the record") {
  const Folder temporary;
  fs::create_directory(temporary.path / "course-gpu.lock");  // nothing that can be locked
  const std::string before = fs::temp_directory_path();
  setenv("TMPDIR", temporary.path.c_str(), 1);
  const Answer answer = grade("good");
  setenv("TMPDIR", before.c_str(), 1);
  CHECK(answer.check.at("timing").at("device").at("note").get<std::string>().find("other graders may use the GPU") !=
        std::string::npos);
  CHECK_FALSE(grade("good").check.at("timing").at("device").contains("note"));
}

TEST_CASE("times that cannot be are refused") {
  fails("too_fast", "not-believable", "not believable");
  fails("lies", "not-believable", "on the grader's clock");
}

TEST_CASE("several students are judged one after the other against the same given kernels") {
  const Folder folder;
  const fs::path list = folder.path / "students";
  {
    std::ofstream out(list);
    for (const char* one : {"good", "crash", "slow_student"}) out << (fs::path(TIMED) / one / "twice").string() << "\n";
  }
  const Answer answer = grade("good", "slow", "good", {"--students", list.string()});
  CHECK(answer.status == 0);
  const json& timing = answer.check.at("timing");
  REQUIRE(timing.size() == 3);
  CHECK(timing[0].at("verdict") == "pass");
  CHECK(timing[1].at("verdict") == "fail");
  CHECK_FALSE(timing[1].contains("rounds"));
  CHECK(timing[1].at("message").get<std::string>().find("SIGABRT") != std::string::npos);
  CHECK(timing[2].at("verdict") == "fail");
  CHECK(timing[2].at("ratio").get<double>() > 1);
}

TEST_CASE("a noisy GPU gives no verdict, and no status of a failure") {
  const Answer answer = grade("good", "shared", "shared");
  CHECK(answer.status == 0);
  CHECK(answer.verdict() == "inconclusive");
  CHECK(answer.message().find("Too noisy to say") != std::string::npos);
  CHECK(answer.check.at("timing").at("attempts") == 2);
}

TEST_CASE("where slow and plain take the same time, speed is not judged") {
  const Answer answer = grade("good", "nearly_plain");
  CHECK(answer.status == 0);
  CHECK(answer.verdict() == "skipped");
  CHECK(answer.message().find("too little apart") != std::string::npos);
}

TEST_CASE("a given kernel that is wrong is a fault of the course") {
  const Answer answer = grade("good", "last_wrong");
  CHECK(answer.status == 2);
  CHECK(answer.verdict() == "inconclusive");
  CHECK(answer.fault() == "infrastructure");
  CHECK(answer.message().find("the given slow kernel") != std::string::npos);
  CHECK(grade("nobody").status == 2);
}

TEST_CASE("how a given kernel ended is told") {
  const Answer answer = grade("good", "crash");
  CHECK(answer.status == 2);
  CHECK(answer.message().find("the given slow kernel of task twice did not come through a timed call. ") != std::string::npos);
  CHECK(answer.message().find("SIGABRT") != std::string::npos);
}

TEST_CASE("verdicts that contradict each other are a fault of the course, with the times that show it") {
  const Answer answer = grade("slow_later", "slow", "good", {"--repeat", "12"});
  INFO(answer.check.dump());
  CHECK(answer.status == 2);
  CHECK(answer.fault() == "infrastructure");
  CHECK(answer.message().find("cannot be relied on here") != std::string::npos);
  const json& timing = answer.check.at("timing");
  CHECK(timing.at("tally").at("pass").get<int>() >= 1);
  CHECK(timing.at("tally").at("fail").get<int>() >= 1);
  CHECK(timing.at("repeats").size() == 11);  // and the one that is told
}

TEST_CASE("contests before a wrong result are kept") {
  // The 60th call is in the seventh contest of nine rounds, or in an earlier one where a busy processor asks for more.
  const Answer answer = grade("wrong_later", "slow", "good", {"--repeat", "20"});
  CHECK(answer.fault() == "input-changed");
  CHECK(answer.message().find("Contests before it were right: ") != std::string::npos);
  CHECK(answer.check.at("timing").at("tally").at("pass").get<int>() >= 1);
  CHECK(answer.check.at("timing").at("asked_for") == 20);
}

TEST_CASE("judged several times, the tally is told") {
  const Answer answer = grade("good", "slow", "good", {"--repeat", "3"});
  CHECK(answer.status == 0);
  CHECK(answer.check.at("timing").at("tally").at("pass") == 3);
  CHECK(answer.message().find("3 of 3 times.") != std::string::npos);
}
