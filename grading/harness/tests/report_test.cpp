// Limits, exit status, and lab.json against the grader's cases.
#include "grading/harness/report.h"

#include <doctest/doctest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "grading/harness/judge.h"

using namespace course::harness;
using course::CheckKind;
using course::Limit;

namespace {

Session example() {
  Session session;
  session.lab.name = "07-example";
  course::Task task;
  task.name = "t";
  task.points = 5;
  task.checks = {{.name = "a", .points = 2, .glossary = {}, .limits = {}, .slow = {}},
                 {.name = "b", .kind = CheckKind::lesson, .points = 3, .glossary = "page", .limits = {}, .slow = {}}};
  session.lab.tasks = {task};
  return session;
}

CheckRecord& record(Session& session, const std::string& name) {
  session.current = name;
  return session.record();
}

}  // namespace

TEST_CASE("limits pass at the threshold, and a NaN never does") {
  const Limit most{"sectors_per_request", 6, {}, 4, "sectors/request"};
  CHECK_FALSE(judge_limit(most, 6, "", ""));
  CHECK_FALSE(judge_limit(most, 4, "", ""));
  CHECK(judge_limit(most, 6.001, "", ""));
  CHECK(judge_limit(most, std::nan(""), "", ""));
  const auto found = judge_limit(most, 32, "a.cu:14", "32 sectors a request where 4 would do");
  REQUIRE(found);
  CHECK(found->message ==
        "32 sectors/request, where at most 6 passes and 4 is ideal. a.cu:14: 32 sectors a request "
        "where 4 would do.");
  CHECK(found->value == 32.0);
  CHECK(found->threshold == 6.0);
  const Limit least{"lanes_per_instruction", {}, 30, {}, "lanes"};
  CHECK_FALSE(judge_limit(least, 30, "", ""));
  CHECK(judge_limit(least, 29, "", "")->glossary.empty());
  Limit elsewhere = least;
  elsewhere.glossary = "coalescing";
  CHECK(judge_limit(elsewhere, 29, "", "")->glossary == "coalescing");
  CHECK(judge_limit(least, 29, "", "")->message == "29 lanes, where at least 30 passes.");
  CHECK(judge_limit(least, std::nan(""), "", ""));
}

TEST_CASE("how far beyond a limit: as a part of it, on either side") {
  const Limit between{"bytes_per_useful_byte", 1.6, 0.8, 1, ""}, none{"copies", 0, {}, {}, ""};
  CHECK(times_beyond(between, 4.8) == doctest::Approx(3));  // 4.8 / 1.6
  CHECK(times_beyond(between, 0.2) == doctest::Approx(4));  // 0.8 / 0.2
  for (const double within : {0.8, 1.0, 1.6}) CHECK(times_beyond(between, within) <= 1);
  CHECK(times_beyond(none, 0) <= 1);
  for (const double beyond : {times_beyond(none, 1), times_beyond(between, 0), times_beyond(between, std::nan(""))}) CHECK(std::isinf(beyond));
}

TEST_CASE("numbers in messages have the digits that people need") {
  CHECK(rounded(6.56701, 1.8) == "6.6");
  CHECK(rounded(8.00225, 3) == "8");
  CHECK(rounded(0.8333, 1) == "0.83");
  CHECK(rounded(462848, 57856) == "462848");
  CHECK(rounded(1234.56, 7) == "1235");
  // Just beyond a limit: "1.6, where at most 1.6 passes" would be a riddle.
  CHECK(rounded(1.6004, 1.6) == "1.6004");
  CHECK(rounded(2000.26, 2000) == "2000.3");
  CHECK(rounded(3, 3) == "3");
  const Limit nameless{"launches", 1, {}, {}, ""};
  CHECK(judge_limit(nameless, 2, "", "")->message == "launches: 2, where at most 1 passes.");
}

TEST_CASE("a count of one is one of them") {
  Limit limit;
  limit.max = 0;
  const auto said = [&](const char* unit, double value) {
    limit.unit = unit;
    return judge_limit(limit, value, "", "")->message;
  };
  CHECK(said("copies a step", 1) == "1 copy a step, where at most 0 passes.");
  CHECK(said("waits of the host a step", 1) == "1 wait of the host a step, where at most 0 passes.");
  CHECK(said("copies", 1) == "1 copy, where at most 0 passes.");
  CHECK(said("copies", 2) == "2 copies, where at most 0 passes.");
  CHECK(said("sectors/request", 1) == "1 sectors/request, where at most 0 passes.");
}

TEST_CASE("points and verdicts of a fragment") {
  Session session = example();
  record(session, "t/a").verdict = Verdict::pass;
  record(session, "t/b").verdict = Verdict::fail;
  record(session, "t/b").findings = {{"limit", "too many", "a.cu:1", 3.0, 2.0, "u", ""},
                                     {"limit", "and more", "", {}, {}, "", ""}};
  auto lab = nlohmann::json::parse(fragment(session));
  CHECK(lab["verdict"] == "fail");
  CHECK(lab["points"] == 2);
  CHECK(lab["max_points"] == 5);
  CHECK(lab["tasks"][0]["checks"][1]["message"] == "too many\nand more");
  CHECK(lab["tasks"][0]["checks"][1]["value"] == 3.0);
  CHECK(lab["tasks"][0]["checks"][1]["glossary"] == "page");
  CHECK(lab["tasks"][0]["checks"][0]["value"].is_null());
  CHECK(exit_status(session) == 1);

  record(session, "t/b") = {};
  record(session, "t/b").verdict = Verdict::inconclusive;
  record(session, "t/b").infrastructure = "No disk.";
  lab = nlohmann::json::parse(fragment(session));
  CHECK(lab["verdict"] == "infrastructure");
  CHECK(lab["tasks"][0]["checks"][1]["fault"] == "infrastructure");
  CHECK(exit_status(session) == 2);
  CHECK(lab["tasks"][0]["checks"][1]["message"] == "No disk. This is not a fault of your code.");

  // A skipped check never changes points: it neither has nor lacks any.
  record(session, "t/b") = {};
  record(session, "t/b").verdict = Verdict::skipped;
  record(session, "t/b").skipped_because = "No GPU.";
  lab = nlohmann::json::parse(fragment(session));
  CHECK(lab["verdict"] == "pass");
  CHECK(lab["points"] == 2);
  CHECK(lab["max_points"] == 2);
  CHECK(lab["tasks"][0]["checks"][1]["message"] == "No GPU.");

  record(session, "t/b") = {};
  CHECK(exit_status(session) == 0);
  CHECK(exit_status(example()) == 2);  // nothing ran
}

TEST_CASE("a program's output that is no text still makes JSON") {
  Session session = example();
  record(session, "t/a").findings = {{"crash", "said \xff\xfe\x01", "", {}, {}, "", ""}};
  record(session, "t/a").verdict = Verdict::fail;
  CHECK(nlohmann::json::parse(fragment(session))["tasks"][0]["checks"][0]["fault"] == "crash");
}

TEST_CASE("checks cannot get lost") {
  const Session session = example();
  CHECK(differences(session, {{"t/a", "correctness"}, {"t/b", "lesson"}}).empty());
  CHECK(differences(session, {{"t/a", "correctness"}}) ==
        std::vector<std::string>{"lab.json promises the check 't/b', for which the grader has no doctest case"});
  CHECK(differences(session, {{"t/a", "lesson"}, {"t/b", "lesson"}}) ==
        std::vector<std::string>{
            "the check 't/a' is in the doctest suite 'lesson' and of the kind 'correctness' in lab.json"});
  CHECK(differences(session, {{"t/a", "correctness"}, {"t/a", "correctness"}, {"t/b", "lesson"}, {"ta", ""}}).size() ==
        2);
}
