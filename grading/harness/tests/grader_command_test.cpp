// The grader as a command: its options, its reports, how it is ended.
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>

#include "grading/harness/tests/grading.h"

using namespace course::harness;
using namespace course::harness::tests;

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
