#include "grading/course/hints.h"

#include <doctest/doctest.h>

using namespace course;

namespace {

CheckResult failed(const std::string& name, const std::string& kind, const std::string& fault,
                   const std::string& message) {
  CheckResult check;
  check.name = name;
  check.kind = kind;
  check.verdict = "fail";
  check.fault = fault;
  check.message = message;
  return check;
}

Task ping_pong() {
  Task task;
  task.name = "diffuse";
  task.hints = {{.when = "sectors", .fault = "", .says = "", .text = "lanes"},
                {.when = "any", .fault = "", .says = "", .text = "draw it"},
                {.when = "any_steps", .fault = "", .says = "", .text = "which buffer?"},
                {.when = "any_steps", .fault = "wrong-result", .says = "odd", .text = "odd steps end elsewhere"},
                {.when = "any_steps", .fault = "out-of-bounds", .says = "", .text = "edges"}};
  return task;
}

std::vector<std::string> texts(const Task& task, std::vector<CheckResult> checks, Verdict verdict = Verdict::fail) {
  TaskResult result;
  result.verdict = verdict;
  result.checks = std::move(checks);
  std::vector<std::string> list;
  for (const Offer& offer : offers(task, result)) list.push_back(offer.hint->text);
  return list;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("a wrong odd step gets the odd-step hint first") {
  const Task task = ping_pong();
  CHECK(texts(task, {failed("any_steps", "correctness", "wrong-result", "In the case '64 cells, odd: 3 steps': wrong")}) ==
        Texts{"odd steps end elsewhere", "which buffer?", "draw it"});
  CHECK(texts(task, {failed("any_steps", "correctness", "wrong-result", "In the case '64 cells, 2 steps': wrong")}) ==
        Texts{"which buffer?", "draw it"});
  CHECK(texts(task, {failed("any_steps", "correctness", "out-of-bounds", "reads past the end")}) ==
        Texts{"edges", "which buffer?", "draw it"});
}

TEST_CASE("while results are wrong, nothing is said of counts") {
  const auto wrong = failed("any_steps", "correctness", "crash", "The program crashed");
  const auto slow = failed("sectors", "lesson", "limit", "8 bytes");
  CHECK(texts(ping_pong(), {wrong, slow}) == Texts{"which buffer?", "draw it"});
  CHECK(texts(ping_pong(), {slow}) == Texts{"lanes", "draw it"});
}

TEST_CASE("a starter that lacks something else as well gets the hints of its lesson first") {
  const auto wrong = failed("any_steps", "correctness", "wrong-result", "In the case '64 cells, 2 steps': wrong");
  const auto slow = failed("sectors", "lesson", "limit", "8 bytes");
  CHECK(texts(ping_pong(), {wrong, slow}, Verdict::todo) == Texts{"lanes", "which buffer?", "draw it"});
}

TEST_CASE("where the simulated GPU lacks an instruction, no hint of the lab is about the student's mistake") {
  const Texts list = texts(ping_pong(), {failed("any_steps", "correctness", "unsupported", "cannot run 'cp.async'"), failed("sectors", "lesson", "unsupported", "")});
  REQUIRE(list.size() == 1);
  CHECK(list[0].find("Asynchronous copies") != std::string::npos);
}

TEST_CASE("what passes or was not judged needs no hint") {
  CheckResult passed = failed("sectors", "lesson", "", "");
  passed.verdict = "pass";
  CheckResult skipped = passed;
  skipped.verdict = "skipped";
  CHECK(texts(ping_pong(), {passed, skipped}).empty());
}

TEST_CASE("who fails by the clock alone gets hints, the lab's own before those that any task has") {
  Task task = ping_pong();
  const auto slow = failed("time", "speed", "limit", "5 ms, where less than 4 ms passes");
  const Texts general = texts(Task{}, {slow});
  REQUIRE(general.size() == 3);
  CHECK(general.front().find("what the host does") != std::string::npos);
  task.hints.push_back({.when = "time", .fault = "", .says = "", .text = "one element a thread"});
  CHECK(texts(task, {slow}).front() == "one element a thread");
  CHECK(texts(task, {slow}).back() == general.back());
  // A lesson that fails as well tells more.
  CHECK(texts(task, {failed("sectors", "lesson", "limit", "8 bytes"), slow}) == Texts{"lanes", "one element a thread", "draw it"});
}

TEST_CASE("of timed calls that went wrong there is nothing to say about speed") {
  Task task;
  for (const char* fault : {"", "wrong-result"}) task.hints.push_back({.when = "time", .fault = fault, .says = "", .text = fault});
  CHECK(texts(task, {failed("time", "speed", "wrong-result", "Speed is not judged")}) == Texts{"wrong-result"});
  for (const char* fault : {"out-of-memory", "not-believable"})
    CHECK(texts(task, {failed("time", "speed", fault, "Speed is not judged")}).empty());
}
