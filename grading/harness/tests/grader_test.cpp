// Whole gradings of the test lab: each way to misbehave costs exactly one check, which says so in its own words.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
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
    std::string name = fs::temp_directory_path() / "grader_test.XXXXXX";
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path = name;
  }
  ~Folder() { fs::remove_all(path); }
};

std::string text_of(const fs::path& file) {
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

Grading grade(const std::string& student, std::vector<std::string> options = {}, const fs::path& lab = LAB) {
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

TEST_CASE("JUnit and doctest's filters work as ever") {
  const Folder folder;
  const fs::path file = folder.path / "junit.xml";
  const Grading grading = grade("crash", {"-r=junit", "-o=" + file.string(), "-tc=twice/thirteen"});
  CHECK(grading.status == 1);
  CHECK(grading.report.at("tasks")[0].at("checks").size() == 1);
  CHECK(grading.report.at("max_points") == 3);
  const std::string xml = text_of(file);
  CHECK(xml.find("name=\"twice/thirteen\"") != std::string::npos);
  CHECK(xml.find("<failure message=\"In the case 'n = 13': The program crashed (SIGSEGV)") != std::string::npos);
  CHECK(xml.find("</testsuites>") != std::string::npos);

  const Grading lesson = grade("right", {"-ts=lesson"});
  CHECK(lesson.report.at("tasks")[0].at("checks").size() == 1);
  CHECK(grade("right", {"-tc=twice/typo"}).status == 2);
}

TEST_CASE("--evidence keeps what each case of each check left") {
  const Folder folder;
  const fs::path kept = folder.path / "evidence";
  CHECK(grade("right", {"--evidence", kept.string(), "-tc=twice/small"}).status == 0);
  CHECK(json::parse(text_of(kept / "twice" / "small" / "case-0.json")).at("schema") == 1);
  CHECK(std::distance(fs::directory_iterator(kept / "twice"), {}) == 1);  // of the check that ran, and no other
}

TEST_CASE("Ctrl-C and its like end a grader at once, by the signal, and leave nothing behind") {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    INFO(signal);
    const Folder temporary;
    const std::string report = temporary.path.string() + ".json";  // beside the folder, which has to be empty in the end
    const std::string runners = std::string(STUDENTS) + "/hang";
    fflush(nullptr);  // or the child prints it as well
    const pid_t grader = fork();
    if (grader == 0) {
      setenv("TMPDIR", temporary.path.c_str(), 1);
      ::signal(signal, SIG_DFL);  // whoever runs tests in the background ignores Ctrl-C
      static_cast<void>(!freopen("/dev/null", "w", stdout));
      execl(GRADER, GRADER, "--lab", LAB, "--runners", runners.c_str(), "--json", report.c_str(), nullptr);
      _exit(127);
    }
    // An order's folder comes and goes while it is looked for.
    const auto running = [&] {
      for (const auto& order : fs::directory_iterator(temporary.path))
        if (fs::exists(order.path() / "order.json")) return true;
      return false;
    };
    for (int i = 0; i < 600 && !running(); ++i) usleep(20'000);
    CHECK(running());
    usleep(200'000);  // into the runner, which never ends by itself
    kill(grader, signal);
    int status = 0;
    REQUIRE(waitpid(grader, &status, 0) == grader);
    CHECK(WIFSIGNALED(status));
    CHECK(WTERMSIG(status) == signal);
    CHECK(fs::is_empty(temporary.path));
    CHECK_FALSE(fs::exists(report));  // half a report would be taken for a whole one
  }
}

TEST_CASE("a grader that waits for its turn on the GPU is ended by the signal, too") {
  const Folder temporary;
  const int lock = open((temporary.path / "course-gpu.lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  REQUIRE(flock(lock, LOCK_EX) == 0);
  fflush(nullptr);
  const pid_t grader = fork();
  if (grader == 0) {
    setenv("TMPDIR", temporary.path.c_str(), 1);
    static_cast<void>(!freopen("/dev/null", "w", stdout));
    static_cast<void>(!freopen("/dev/null", "w", stderr));
    execl(GRADER, GRADER, "--lab", LAB, "--runners", STUDENTS "/right", "--machine", "cuda", nullptr);
    _exit(127);
  }
  usleep(500'000);
  int status = 0;
  CHECK(waitpid(grader, &status, WNOHANG) == 0);  // it waits
  kill(grader, SIGTERM);
  REQUIRE(waitpid(grader, &status, 0) == grader);
  CHECK(WIFSIGNALED(status));
  CHECK(WTERMSIG(status) == SIGTERM);
  close(lock);
}

TEST_CASE("tasks and checks as JSON, without a runner") {
  const Grading list = grade("nobody", {"--list-json"});
  CHECK(list.status == 0);
  const json lab = json::parse(list.output);
  CHECK(lab.at("max_points") == 10);
  CHECK(lab.at("tasks")[0].at("checks").size() == 6);
  CHECK(lab.at("tasks")[0].at("checks")[2].at("kind") == "lesson");
}

TEST_CASE("bad options and a bad lab are one sentence and status 2") {
  ProcessLimits limits;
  const auto run = [&](std::vector<std::string> options) { return run_process(GRADER, options, "/", limits); };
  CHECK(run({}).exit_status == 2);
  CHECK(run({}).errors.starts_with("grade: --lab FOLDER is missing\n"));
  CHECK(run({"--lab", LAB, "--seed", "x"}).errors.starts_with("grade: --seed: expected a whole number, found 'x'\n"));
  CHECK(run({"--lab", LAB, "--machine", "tpu"})
            .errors.starts_with("grade: --machine: expected sim or cuda, found 'tpu'\n"));
  CHECK(run({"--lab", "/nowhere"}).errors.starts_with("grade: /nowhere/lab.json: cannot be read"));

  // The same grader beside a lab.json that promises another check.
  const Folder folder;
  std::string text = text_of(fs::path(LAB) / "lab.json");
  text.replace(text.find("\"small\""), 7, "\"tiny\"");
  std::ofstream(folder.path / "lab.json") << text;
  const Outcome lost = run({"--lab", folder.path.string()});
  CHECK(lost.exit_status == 2);
  CHECK(lost.errors.find("grade: the grader's doctest case 'twice/small' is not a task/check of lab.json\n") !=
        std::string::npos);
  CHECK(
      lost.errors.find("grade: lab.json promises the check 'twice/tiny', for which the grader has no doctest case\n") !=
      std::string::npos);
}
