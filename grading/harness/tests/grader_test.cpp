// Whole gradings of the test lab: each way to misbehave costs exactly one check, which says so in its own words.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "grading/harness/tests/grading.h"

using namespace course::harness;
using namespace course::harness::tests;

namespace {

struct Misbehaviour {
  const char* student;
  const char* fault;
  std::vector<const char*> says;  // all of them, in the message of the check
  const char* where = "";
};

// What the lost check costs: its own 3 points of 10, and no other check.
void costs_one_check(const Grading& grading, const Misbehaviour& expected, const std::string& lost) {
  INFO(std::string(expected.student) << ": " << grading.text << grading.errors);
  CHECK(grading.status == 1);
  CHECK(grading.report.at("verdict") == "fail");
  const json check = grading.check(lost);
  CHECK(check.at("verdict") == "fail");
  CHECK(check.at("fault") == expected.fault);
  CHECK(check.at("where") == expected.where);
  const std::string message = check.at("message");
  for (const char* words : expected.says) {
    INFO(message);
    CHECK(message.find(words) != std::string::npos);
  }
  for (const char* other : {"small", "thirteen", "sectors"})
    if (other != lost) CHECK(grading.verdict(other) == "pass");
}

}  // namespace

TEST_CASE("the right answer passes, byte for byte the same report each time") {
  const Grading first = grade("right"), second = grade("right");
  INFO(first.text << first.errors);
  CHECK(first.status == 0);
  CHECK(first.report.at("verdict") == "pass");
  CHECK(first.report.at("points") == 10);
  CHECK(first.report.at("max_points") == 10);
  CHECK(first.report.at("lab") == "lab");
  CHECK(first.verdict("time") == "skipped");
  CHECK(first.check("sectors").at("kind") == "lesson");
  CHECK(first.text == second.text);
  CHECK(grade("right", {"--seed", "7"}).status == 0);
}

TEST_CASE("a runner.cpp without a branch for the task is the lab's fault, not a result that nobody wrote") {
  const Grading grading = grade("no_branch");
  INFO(grading.text << grading.errors);
  CHECK(grading.status == 2);
  const std::string message = grading.check("small").at("message");
  CHECK(message.find("has run_case a branch for the task 'twice', spelt as in lab.json?") != std::string::npos);
  CHECK(message.find("not a fault of your code") != std::string::npos);
}

TEST_CASE("a runner.cpp without a timed part for a task with a speed check is found where nobody times") {
  const Grading grading = grade("untimed");
  INFO(grading.text << grading.errors);
  CHECK(grading.status == 2);
  CHECK(grading.verdict("small") == "pass");
  const std::string message = grading.check("sectors").at("message");
  CHECK(message.find("runner.cpp does not call its function inside Case::timed") != std::string::npos);
}

TEST_CASE("a function that fails before the timed part is told its own fault, not one of the lab") {
  const Grading grading = grade("ends_early");
  INFO(grading.text << grading.errors);
  CHECK(grading.status == 1);
  CHECK(grading.verdict("sectors") == "fail");
  CHECK(grading.verdict("small") == "pass");
  const std::string message = grading.check("sectors").at("message");
  CHECK(message.find("The function returned cudaErrorMemoryAllocation (status 2)") != std::string::npos);
}

TEST_CASE("a limit on a measure that does not exist names those that are spelt nearly so") {
  const Folder lab;
  std::string description = text_of(fs::path(LAB) / "lab.json");
  const std::string right = "sectors_per_request";
  description.replace(description.find(right), right.size(), "sector_per_request");
  std::ofstream(lab.path / "lab.json") << description;
  const Grading grading = grade("right", {}, lab.path);
  INFO(grading.text << grading.errors);
  CHECK(grading.status == 2);
  const std::string message = grading.check("sectors").at("message");
  CHECK(message.find("'load_sector_per_request', which is neither a measure of the harness") != std::string::npos);
  CHECK(message.find("did you mean load_sectors_per_request") != std::string::npos);
}

TEST_CASE("each misbehaviour of a program costs one check") {
  const std::vector<Misbehaviour> all = {
      {"crash", "crash", {"n = 13", "SIGSEGV", "It crashed in `twice`, at twice.cu:33."}, "twice.cu:33"},
      {"recursion", "crash", {"n = 13", "SIGSEGV", "It crashed in `deeper`."}},
      {"abort", "crash", {"n = 13", "SIGABRT", "student: n must be even"}},
      {"throws", "crash", {"n = 13", "SIGABRT", "no kernel for thirteen"}},
      {"hang", "time-limit", {"n = 13", "within 2 s", "It was then in `twice`."}},
      {"hang_in_kernel", "time-limit", {"n = 13", "It was then in the kernel `doubled`, which `twice` had launched."}},
      {"exit_zero", "early-exit", {"n = 13", "exit status 0", "before the function had returned"}},
      {"fake_report", "early-exit", {"n = 13", "exit status 0"}},
      {"removes_folder", "early-exit", {"exit status 71", "cannot write"}},
      {"flood", "output-limit", {"n = 13", "more than 8 MiB"}},
      {"forks", "process-limit", {"n = 13", "more than 32 processes"}},
      {"hog", "memory-limit", {"n = 13", "more than 128 MiB"}},
      {"big_file", "crash", {"n = 13", "SIGXFSZ"}},
  };
  for (const Misbehaviour& one : all) costs_one_check(grade(one.student), one, "thirteen");
}

TEST_CASE("each wrong result costs one check") {
  const std::vector<Misbehaviour> all = {
      {"partly", "not-written", {"n = 13", "Indices 10..12 of `out` were never written", "1 of 3 cases"}},
      {"nothing", "no-launch", {"n = 13", "The kernel never ran", "`out` is untouched"}},
      {"input", "input-changed", {"n = 13", "`in` was changed, first at index 5"}},
      {"nan", "wrong-result", {"n = 13", "1 of 13 elements of `out` is wrong, the first at index 3", "got NaN"}},
      {"shifted",
       "wrong-result",
       {"n = 13", "12 of 13 elements", "off by one element", "index 0 is the one expected at index 1"}},
      {"before_start", "out-of-bounds-write", {"n = 13", "before the start of `out`"}},
      {"refused", "refused-launch", {"n = 13", "never ran", "was refused with cudaErrorInvalidConfiguration (status 9)", "2048 threads a block", ". (1 of"}},
      {"illegal",
       "out-of-bounds",
       {"n = 13", "student.cu:14: a store 4 bytes past the end", "in twice, block (1,0,0), thread (33,0,0)",
        "1 of 2 cases"},
       "student.cu:14"},
      {"status", "wrong-result", {"n = 13", "returned cudaErrorMemoryAllocation (status 2) as status, expected cudaSuccess (status 0)"}},
      {"returns_nan", "wrong-result", {"n = 13", "The function returned nan as status, expected 0."}},
      {"tampers", "broken-result", {"n = 5", "the array 'in' is missing or cut short"}},
  };
  for (const Misbehaviour& one : all) {
    // The offset of 4 bytes holds no room for two elements before the start: that student needs red zones.
    const bool zones = std::string(one.student) == "before_start";
    const Grading grading =
        grade(one.student,
              zones ? std::vector<std::string>{"--machine", "cuda", "-tc=twice/thirteen"} : std::vector<std::string>{});
    if (zones) {
      CHECK(grading.check("thirteen").at("fault") == one.fault);
      CHECK(std::string(grading.check("thirteen").at("message")).find("wrote 2 elements before the start of `out`") !=
            std::string::npos);
    } else {
      costs_one_check(grading, one, "thirteen");
    }
  }
}

TEST_CASE("writing past the end of an array is seen in its red zone") {
  const Grading grading = grade("past_end", {"--machine", "cuda", "-ts=correctness,lesson"});
  CHECK(grading.status == 1);
  CHECK(grading.check("thirteen").at("fault") == "out-of-bounds-write");
  CHECK(std::string(grading.check("thirteen").at("message")).find("wrote 3 elements past the end of `out`") !=
        std::string::npos);
  CHECK(grading.verdict("small") == "pass");
  CHECK(grading.verdict("sectors") == "skipped");  // lessons are judged where counters are
}

TEST_CASE("a lesson names the worst line, its count and the ideal") {
  costs_one_check(grade("slow"),
                  {"slow",
                   "limit",
                   {"student.cu:21: its loads take 32 sectors a request where 4 would do",
                    "32 sectors/request, where at most 6 passes and 4 is ideal"},
                   "student.cu:21"},
                  "sectors");
  const json check = grade("slow").check("sectors");
  CHECK(check.at("glossary") == "coalescing");
  // Of two limits that it breaks the most exceeded: 32 / 6 = 5.3 times; 32 sectors of 32 bytes for 32 * 4 useful ones are
  // 8 / 1.6 = 5 times what passes, and first by name.
  CHECK(check.at("value") == 32.0);
  CHECK(check.at("threshold") == 6.0);
  CHECK(check.at("unit") == "sectors/request");
  // The second one is broken by the same line: what that line does is said once.
  const std::string message = check.at("message");
  CHECK(message.find("Another limit is exceeded too.\nstudent.cu:21: 8 bytes loaded per useful byte") != std::string::npos);
  CHECK(message.find("its loads take") == message.rfind("its loads take"));
}

TEST_CASE("totals are judged, not only ratios") {
  costs_one_check(grade("repeated"),
                  {"repeated", "limit", {"2 bytes loaded per useful byte, where at most 1.6"}, "student.cu:14"},
                  "sectors");
}

TEST_CASE("the judge's memory is closed to the process that it judges, root's too") {
  const Grading grading = grade("peeks");
  INFO(grading.text);
  CHECK(grading.status == 0);
}

TEST_CASE("what ends with the process has no say") {
  CHECK(grade("leaves_early").status == 0);
  // A process in a session of its own that holds on to standard output neither blocks the grader nor survives it.
  const Grading orphan = grade("orphan");
  CHECK(orphan.status == 0);
  CHECK(orphan.seconds < 10);
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const std::string line = text_of(entry.path() / "cmdline");
    CHECK(line != std::string("sleep\0004567\0", 11));
  }
}

TEST_CASE("faults of machine and course never count against a student") {
  const Grading missing = grade("nobody");
  CHECK(missing.status == 2);
  CHECK(missing.report.at("verdict") == "infrastructure");
  CHECK(missing.verdict("small") == "inconclusive");
  CHECK(missing.check("small").at("fault") == "infrastructure");
  CHECK(std::string(missing.check("small").at("message")).find("is not there: No such file or directory") !=
        std::string::npos);
  CHECK(std::string(missing.check("small").at("message")).find("not a fault of your code") != std::string::npos);

  const Grading image = grade("bad_image");
  CHECK(image.status == 2);
  CHECK(image.verdict("thirteen") == "inconclusive");
  CHECK(std::string(image.check("thirteen").at("message")).find("cannot be loaded: PTX line 66") != std::string::npos);
  CHECK(image.verdict("small") == "pass");

  setenv("TMPDIR", "/nowhere/at/all", 1);
  ProcessLimits limits;
  const Outcome no_room =
      run_process(GRADER, {"--lab", LAB, "--runners", std::string(STUDENTS) + "/right"}, "/", limits);
  unsetenv("TMPDIR");
  CHECK(no_room.exit_status == 2);
  CHECK(no_room.output.find("no folder for the order: TMPDIR names /nowhere/at/all: ") != std::string::npos);
}

TEST_CASE("what a right run leaves behind is noted for each case, and costs nothing") {
  const Grading grading = grade("leaks");
  CHECK(grading.status == 0);
  const json notes = grading.check("thirteen").at("notes");
  REQUIRE(notes.size() == 2);
  CHECK(std::string(notes[0]).starts_with("In the case 'n = 13': Device memory was never freed: allocation #3 of 52 bytes. "));
  CHECK(std::string(notes[1]).starts_with("In the case 'n = 14': Device memory was never freed: allocation #4 of 56 bytes. "));
  CHECK_FALSE(grading.check("small").contains("notes"));
}

TEST_CASE("a fault leads to the page about it, not to the check's") {
  CHECK(grade("illegal").check("thirteen").at("glossary") == "cuda-thread");
  CHECK(grade("refused").check("thirteen").at("glossary") == "error-checking");
  CHECK(grade("nan").check("thirteen").at("glossary") == "");
}
