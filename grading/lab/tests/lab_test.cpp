// lab.json: a right file is read in full, and each way to get it wrong yields one sentence with file, place and reason.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "grading/lab/lab.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <fstream>
#include <nlohmann/json.hpp>

using namespace course;
using nlohmann::json;

namespace {

const char* const right = R"({ "schema": 1, "title": "Coalescing", "order": 3, "summary": "Neighbours read neighbours.",
  "teaches": ["coalescing"], "needs": ["warp"],
  "tasks": [ { "name": "scale", "file": "scale.cu", "function": "scale_image", "points": 10, "summary": "Scale.",
      "checks": [ { "name": "any_size", "kind": "correctness", "points": 4 },
                  { "name": "sectors", "kind": "lesson", "points": 6, "glossary": "coalescing",
                    "limits": { "sectors_per_request": { "max": 6, "ideal": 4, "unit": "sectors/request", "glossary": "sector" } } },
                  { "name": "time", "kind": "speed", "slow": "corpus/slow/first.cu" } ],
      "hints": [ { "when": "sectors", "text": "Look at x." }, { "when": "any", "text": "Draw it." },
                 { "when": "any_size", "fault": "wrong-result", "says": "3 steps", "text": "Mind odd numbers." } ],
      "predictions": [ { "name": "loads", "text": "How many sectors does line {line} take?", "line": "= in[",
                         "check": "sectors", "measure": "load_sectors_per_request", "unit": "sectors a request",
                         "case": 1 },
                       { "name": "launches", "text": "How many launches?", "check": "sectors", "of": "solution",
                         "measure": "launches", "unit": "launches" } ],
      "corpus": [ { "file": "corpus/slow/rows.cu", "expect": "fail", "check": "sectors", "because": "32 sectors",
                    "says": "32 sectors a request" },
                  { "file": "corpus/correct/float4.cu", "expect": "pass" } ] } ],
  "limits": { "seconds": 2.5, "memory_mb": 512, "warp_instructions": 5000000 } })";

// A lab's folder that goes away with the object.
struct Folder {
  std::filesystem::path path;
  Folder() : path(std::filesystem::temp_directory_path() / ("lab_test." + std::to_string(getpid())) / "03-coalescing") {
    std::filesystem::create_directories(path);
  }
  ~Folder() { std::filesystem::remove_all(path.parent_path()); }
  void write(const std::string& text) const { std::ofstream(path / "lab.json") << text; }
};

std::string complaint(const std::string& text) {
  const Folder folder;
  folder.write(text);
  try {
    load_lab(folder.path);
  } catch (const LabError& error) {
    const std::string what = error.what();
    const std::string file = (folder.path / "lab.json").string();
    REQUIRE(what.substr(0, file.size()) == file);
    CHECK(what.find('\n') == std::string::npos);
    return what.substr(file.size());
  }
  return "accepted";
}

// The complaint about the right file after one change, given as a JSON patch.
std::string after(const std::string& patch) { return complaint(json::parse(right).patch(json::parse(patch)).dump()); }

}  // namespace

TEST_CASE("a right file is read in full") {
  const Folder folder;
  folder.write(right);
  const Lab lab = load_lab(folder.path / "");
  CHECK(lab.name == "03-coalescing");
  CHECK(lab.title == "Coalescing");
  CHECK(lab.order == 3);
  CHECK(lab.teaches == std::vector<std::string>{"coalescing"});
  CHECK(lab.needs == std::vector<std::string>{"warp"});
  CHECK(lab.points() == 10);
  CHECK(lab.seconds == 2.5);
  CHECK(lab.memory_mb == 512);
  CHECK(lab.warp_instructions == 5'000'000);
  REQUIRE(lab.task("scale") != nullptr);
  CHECK(lab.task("other") == nullptr);
  const Task& task = *lab.task("scale");
  CHECK(task.file == "scale.cu");
  CHECK(task.function == "scale_image");
  REQUIRE(task.checks.size() == 3);
  CHECK(task.checks[2].kind == CheckKind::speed);
  CHECK(task.checks_of(CheckKind::speed) == std::vector<const CheckEntry*>{&task.checks[2]});
  const Limit* limit = task.check("sectors")->limit("sectors_per_request");
  REQUIRE(limit != nullptr);
  CHECK(limit->max == 6.0);
  CHECK(!limit->min);
  CHECK(limit->ideal == 4.0);
  CHECK(limit->glossary == "sector");
  CHECK(task.check("sectors")->limit("sectors") == nullptr);
  CHECK(task.hints[1].when == "any");
  CHECK(task.hints[1].says.empty());
  CHECK(task.hints[2].fault == "wrong-result");
  CHECK(task.hints[2].says == "3 steps");
  REQUIRE(task.predictions.size() == 2);
  CHECK(task.predictions[0].line == "= in[");
  CHECK(task.predictions[0].only_case == 1);
  CHECK(!task.predictions[0].of_solution);
  CHECK(task.prediction("launches")->of_solution);
  CHECK(!task.prediction("launches")->only_case);
  CHECK(task.prediction("other") == nullptr);
  CHECK(task.corpus[0].check == "sectors");
  CHECK(task.corpus[0].says == "32 sectors a request");
  CHECK(task.corpus[1].must_pass);
}

TEST_CASE("the right file is accepted by the helper of the tests below") { CHECK(after("[]") == "accepted"); }

TEST_CASE("files that are no JSON") {
  CHECK(complaint("{ \"schema\": 1,\n  oops }").starts_with(": is not JSON: at line 2, column 3"));
  CHECK(complaint("").starts_with(": is not JSON: at line 1"));
  CHECK(complaint("{ \"order\": 1e999 }") == ": holds a number that no computer can: number overflow parsing '1e999'");
  CHECK(complaint("[]") == ": at the top: expected an object, found a list");
  const Folder folder;
  CHECK_THROWS_WITH_AS(load_lab(folder.path), doctest::Contains("cannot be read"), LabError);
}

TEST_CASE("fields that are missing") {
  CHECK(after(R"([{"op":"remove","path":"/title"}])") == R"(: at the top: expected a member "title", found none)");
  CHECK(after(R"([{"op":"remove","path":"/tasks/0/file"}])") ==
        R"(: at /tasks/0: expected a member "file", found none)");
  CHECK(after(R"([{"op":"remove","path":"/tasks/0/checks/0/points"}])") ==
        R"(: at /tasks/0/checks/0: expected a member "points", found none)");
  CHECK(after(R"([{"op":"remove","path":"/tasks/0/checks/1/limits"}])") ==
        R"(: at /tasks/0/checks/1: expected "limits" in a lesson check, found none, so nothing could fail)");
  CHECK(after(R"([{"op":"remove","path":"/tasks/0/checks/1/glossary"}])") ==
        R"(: at /tasks/0/checks/1: expected a member "glossary", found none)");
  CHECK(
      after(R"([{"op":"remove","path":"/tasks/0/checks/1/limits/sectors_per_request/max"}])") ==
      R"(: at /tasks/0/checks/1/limits/sectors_per_request: expected "max", "min" or both, found neither, so nothing could fail)");
  CHECK(after(R"([{"op":"remove","path":"/tasks/0/corpus/0/because"}])") ==
        R"(: at /tasks/0/corpus/0: expected a member "because", found none)");
  CHECK(after(R"([{"op":"replace","path":"/tasks","value":[]}])") ==
        ": at /tasks: expected at least one task, found none");
}

TEST_CASE("values of the wrong kind") {
  // 2^31 - 1 is the most that an int holds.
  CHECK(after(R"([{"op": "replace", "path": "/limits/memory_mb", "value": 1000000000000}])") ==
        ": at /limits/memory_mb: expected a whole number of at least 64 and at most 2147483647, found 1000000000000");
  CHECK(after(R"([{"op":"replace","path":"/order","value":"3"}])") ==
        R"(: at /order: expected a whole number of at least 0 and at most 99, found the text "3")");
  CHECK(after(R"([{"op":"replace","path":"/tasks/0/points","value":9.5}])") ==
        ": at /tasks/0/points: expected a whole number of at least 0, found 9.5");
  CHECK(after(R"([{"op":"replace","path":"/title","value":null}])") ==
        ": at /title: expected a text that is not empty, found null");
  CHECK(after(R"([{"op":"replace","path":"/teaches","value":{}}])") ==
        ": at /teaches: expected a list of glossary page names, found an object");
  CHECK(after(R"([{"op":"replace","path":"/schema","value":2}])") ==
        ": at /schema: expected a whole number of at least 1 and at most 1, found 2");
  CHECK(after(R"([{"op":"replace","path":"/tasks/0/file","value":"../../etc/passwd"}])") ==
        R"(: at /tasks/0/file: expected a path inside the lab's folder, found "../../etc/passwd")");
  CHECK(after(R"([{"op":"replace","path":"/tasks/0/name","value":"a b"}])") ==
        R"(: at /tasks/0/name: expected letters, digits, _ and -, found "a b")");
  CHECK(after(R"([{"op":"replace","path":"/limits/seconds","value":0}])") ==
        ": at /limits/seconds: expected more than 0 seconds");
  CHECK(after(R"([{"op":"replace","path":"/limits/seconds","value":1e30}])") ==
        ": at /limits/seconds: expected a day (86400 seconds) at most");
}

TEST_CASE("a speed check names its slow kernel, and no other check does") {
  CHECK(after(R"([{"op":"remove","path":"/tasks/0/checks/2/slow"}])").find("expected a member \"slow\", found none") !=
        std::string::npos);
  CHECK(after(R"([{"op":"add","path":"/tasks/0/checks/1/slow","value":"x.cu"}])").find("only speed checks") !=
        std::string::npos);
}

TEST_CASE("a speed check names the slow kernels that it does not reject") {
  const Folder folder;
  folder.write(json::parse(right)
                   .patch(json::parse(R"([{"op":"add","path":"/tasks/0/checks/2/hidden","value":["starter/scale.cu"]},
                                          {"op":"add","path":"/tasks/0/checks/2/near","value":["corpus/slow/rows.cu"]}])"))
                   .dump());
  const Lab lab = load_lab(folder.path);
  const CheckEntry& time = *lab.tasks[0].check("time");
  CHECK(time.hidden == std::vector<std::filesystem::path>{"starter/scale.cu"});
  CHECK(time.near == std::vector<std::filesystem::path>{"corpus/slow/rows.cu"});

  const std::string refused =
      ": expected the task's starter or a corpus file of it that a lesson check rejects, once, neither below corpus/wrong nor "
      "the check's own slow kernel; found ";
  const auto hidden = [](const char* files) {
    return after(R"([{"op":"add","path":"/tasks/0/checks/2/hidden","value":)" + std::string(files) + "}]");
  };
  CHECK(hidden(R"(["corpus/slow/row.cu"])") == ": at /tasks/0/checks/2/hidden/0" + refused + "\"corpus/slow/row.cu\"");
  CHECK(hidden(R"(["corpus/correct/float4.cu"])") ==
        ": at /tasks/0/checks/2/hidden/0" + refused + "\"corpus/correct/float4.cu\"");
  CHECK(hidden(R"(["corpus/slow/rows.cu", "corpus/slow/rows.cu"])") ==
        ": at /tasks/0/checks/2/hidden/1" + refused + "\"corpus/slow/rows.cu\"");
  CHECK(after(R"([{"op":"replace","path":"/tasks/0/checks/2/slow","value":"corpus/slow/rows.cu"},
                  {"op":"add","path":"/tasks/0/checks/2/near","value":["corpus/slow/rows.cu"]}])") ==
        ": at /tasks/0/checks/2/near/0" + refused + "\"corpus/slow/rows.cu\"");
  CHECK(after(R"([{"op":"replace","path":"/tasks/0/corpus/0/check","value":"any_size"},
                  {"op":"add","path":"/tasks/0/checks/2/near","value":["corpus/slow/rows.cu"]}])") ==
        ": at /tasks/0/checks/2/near/0" + refused + "\"corpus/slow/rows.cu\"");
  // Of another task, or one that goes around the lesson: nobody times it for this check.
  CHECK(hidden(R"(["starter/other.cu"])") == ": at /tasks/0/checks/2/hidden/0" + refused + "\"starter/other.cu\"");
  CHECK(after(R"([{"op":"replace","path":"/tasks/0/corpus/0/file","value":"corpus/wrong/rows.cu"},
                  {"op":"add","path":"/tasks/0/checks/2/near","value":["corpus/wrong/rows.cu"]}])") ==
        ": at /tasks/0/checks/2/near/0" + refused + "\"corpus/wrong/rows.cu\"");
  CHECK(after(R"([{"op":"add","path":"/tasks/0/checks/2/hidden","value":["corpus/slow/rows.cu"]},
                  {"op":"add","path":"/tasks/0/checks/2/near","value":["corpus/slow/rows.cu"]}])") ==
        ": at /tasks/0/checks/2/near/0" + refused + "\"corpus/slow/rows.cu\"");
  CHECK(hidden(R"([7])") == ": at /tasks/0/checks/2/hidden/0: expected a text that is not empty, found 7");
  CHECK(hidden(R"(["/etc/rows.cu"])") ==
        R"(: at /tasks/0/checks/2/hidden/0: expected a path inside the lab's folder, found "/etc/rows.cu")");
  CHECK(hidden(R"("starter/scale.cu")") == R"(: at /tasks/0/checks/2/hidden: expected a list of files, found the text "starter/scale.cu")");
  CHECK(after(R"([{"op":"add","path":"/tasks/0/checks/1/near","value":[]}])") ==
        ": at /tasks/0/checks/1/near: only speed checks are timed against a slow kernel");
}

TEST_CASE("which kernels of a task are slow") {
  const Folder folder;
  folder.write(json::parse(right)
                   .patch(json::parse(R"([{"op":"add","path":"/tasks/0/corpus/-","value":{"file":"corpus/wrong/host.cu",
                                             "expect":"fail","check":"sectors","because":"it copies on the host"}},
                                          {"op":"add","path":"/tasks/0/corpus/-","value":{"file":"corpus/slow/sum.cu",
                                             "expect":"fail","check":"any_size","because":"its sum is wrong"}}])"))
                   .dump());
  CHECK(load_lab(folder.path).tasks[0].slow_kernels() ==
        std::vector<std::filesystem::path>{"starter/scale.cu", "corpus/slow/rows.cu"});
}

TEST_CASE("speed checks of a task share its slow kernel, which is built once") {
  const std::string second = R"({"op":"add","path":"/tasks/0/checks/3","value":{"name":"more","kind":"speed","slow":)";
  CHECK(after("[" + second + R"("corpus/slow/first.cu"}}])") == "accepted");
  CHECK(after("[" + second + R"("corpus/slow/rows.cu"}}])") ==
        R"(: at /tasks/0/checks/3/slow: expected the slow kernel of the check time, "corpus/slow/first.cu", since a task has one; )"
        R"(found "corpus/slow/rows.cu")");
}

TEST_CASE("a path has one spelling") {
  for (const char* other : {"./corpus/slow/rows.cu", "corpus//slow/rows.cu", "corpus/./slow/rows.cu"})
    CHECK(after(R"([{"op":"replace","path":"/tasks/0/corpus/0/file","value":")" + std::string(other) + R"("}])") ==
          R"(: at /tasks/0/corpus/0/file: expected the path "corpus/slow/rows.cu", found ")" + std::string(other) + "\"");
}

TEST_CASE("values that contradict each other") {
  CHECK(after(R"([{"op":"replace","path":"/tasks/0/checks/0/kind","value":"style"}])") ==
        R"(: at /tasks/0/checks/0/kind: expected "correctness", "lesson" or "speed", found "style")");
  CHECK(after(R"([{"op":"replace","path":"/tasks/0/checks/2/name","value":"sectors"}])") ==
        R"(: at /tasks/0/checks/2/name: expected a name of its own, found a second check "sectors")");
  CHECK(after(R"([{"op":"copy","from":"/tasks/0","path":"/tasks/1"}])") ==
        R"(: at /tasks/1/name: expected a name of its own, found a second task "scale")");
  CHECK(after(R"([{"op":"replace","path":"/tasks/0/points","value":11}])") ==
        ": at /tasks/0/points: expected the sum of the checks' points, 10, found 11");
  CHECK(after(R"([{"op":"add","path":"/tasks/0/checks/2/points","value":1}])") ==
        ": at /tasks/0/checks/2/points: speed has its own column and no points, found 1");
  CHECK(after(R"([{"op":"replace","path":"/tasks/0/hints/0/when","value":"sector"}])") ==
        R"(: at /tasks/0/hints/0/when: expected a check of task scale or "any", found "sector")");
  CHECK(after(R"([{"op":"replace","path":"/tasks/0/corpus/0/check","value":"x"}])") ==
        R"(: at /tasks/0/corpus/0/check: expected a check of task scale or "build", found "x")");
  CHECK(after(R"([{"op":"replace","path":"/tasks/0/corpus/0/check","value":"build"}])") == "accepted");
  CHECK(after(R"([{"op":"replace","path":"/tasks/0/corpus/0/expect","value":"maybe"}])") ==
        R"(: at /tasks/0/corpus/0/expect: expected "pass" or "fail", found "maybe")");
  CHECK(after(R"([{"op":"replace","path":"/tasks/0/checks/1/limits/sectors_per_request/ideal","value":7}])") ==
        ": at /tasks/0/checks/1/limits/sectors_per_request: the ideal itself would not pass");
  CHECK(after(R"([{"op":"add","path":"/tasks/0/checks/1/limits/sectors_per_request/min","value":9}])") ==
        ": at /tasks/0/checks/1/limits/sectors_per_request: the ideal itself would not pass");
}

TEST_CASE("hints, predictions and words of the corpus that nothing could answer to") {
  CHECK(after(R"([{"op":"add","path":"/tasks/0/corpus/1/says","value":"x"}])") ==
        ": at /tasks/0/corpus/1/says: a kernel that passes says nothing");
  CHECK(after(R"([{"op":"replace","path":"/tasks/0/hints/2/says","value":""}])") ==
        R"(: at /tasks/0/hints/2/says: expected a text that is not empty, found the text "")");
  CHECK(after(R"([{"op":"replace","path":"/tasks/0/predictions/0/check","value":"any_size"}])") ==
        R"(: at /tasks/0/predictions/0/check: expected a lesson check of task scale, found "any_size")");
  CHECK(after(R"([{"op":"remove","path":"/tasks/0/predictions/0/line"}])") ==
        R"(: at /tasks/0/predictions/0: expected "line" and a text with {line} in it, or neither)");
  CHECK(after(R"([{"op":"add","path":"/tasks/0/predictions/1/line","value":"x"}])") ==
        R"(: at /tasks/0/predictions/1: expected "line" and a text with {line} in it, or neither)");
  CHECK(after(R"([{"op":"replace","path":"/tasks/0/predictions/1/of","value":"mine"}])") ==
        R"(: at /tasks/0/predictions/1/of: expected "starter" or "solution", found "mine")");
  CHECK(after(R"([{"op":"replace","path":"/tasks/0/predictions/1/name","value":"loads"}])") ==
        R"(: at /tasks/0/predictions/1/name: expected a name of its own, found a second prediction "loads")");
  CHECK(after(R"([{"op":"add","path":"/tasks/0/predictions/1/case","value":-1}])") ==
        ": at /tasks/0/predictions/1/case: expected a whole number of at least 0, found -1");
}

TEST_CASE("a name that stands twice is refused, and only within one object") {
  std::string twice = right;
  twice.replace(twice.find("\"points\": 6"), 11, "\"points\": 6, \"points\": 5");
  CHECK(complaint(twice) == ": an object has the name \"points\" twice: take one of them out");
}

TEST_CASE("a misspelt name is not passed over") {
  CHECK(after(R"([{"op":"add","path":"/tasks/0/hint","value":[]}])")
            .starts_with(": at /tasks/0/hint: nothing has this name here; known are "));
  CHECK(after(R"([{"op":"add","path":"/limits/second","value":3}])") ==
        ": at /limits/second: nothing has this name here; known are memory_mb, seconds, warp_instructions");
}
