#include "grading/lab/lab.h"

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "grading/lab/reader.h"

namespace course {
namespace {

using detail::Reader;
using nlohmann::json;

template <class Range, class Name>
auto* find_named(Range& range, std::string_view wanted, Name name) {
  const auto found = std::find_if(range.begin(), range.end(), [&](const auto& entry) { return name(entry) == wanted; });
  return found == range.end() ? nullptr : &*found;
}

CheckKind read_kind(const Reader& at) {
  const std::string kind = at.text();
  for (const CheckKind known : {CheckKind::correctness, CheckKind::lesson, CheckKind::speed})
    if (kind == name_of(known)) return known;
  at.refuse("expected \"correctness\", \"lesson\" or \"speed\", found \"" + kind + "\"");
}

Limit read_limit(const std::string& measure, const Reader& at) {
  at.only({"max", "min", "ideal", "unit", "glossary"});
  Limit limit{measure, {}, {}, {}, at["unit"].text()};
  if (at.has("max")) limit.max = at["max"].number();
  if (at.has("min")) limit.min = at["min"].number();
  if (at.has("ideal")) limit.ideal = at["ideal"].number();
  if (at.has("glossary")) limit.glossary = at["glossary"].word();
  if (!limit.max && !limit.min) at.refuse("expected \"max\", \"min\" or both, found neither, so nothing could fail");
  const bool ideal_passes =
      !limit.ideal || ((!limit.max || *limit.ideal <= *limit.max) && (!limit.min || *limit.ideal >= *limit.min));
  if (!ideal_passes) at.refuse("the ideal itself would not pass");
  if (limit.max && limit.min && *limit.max < *limit.min) at.refuse("expected max to be at least min, found it below");
  return limit;
}

CheckEntry read_check(const Reader& at) {
  at.only({"name", "kind", "points", "glossary", "limits", "slow", "hidden", "near"});
  CheckEntry check;
  check.name = at["name"].word();
  check.kind = read_kind(at["kind"]);
  check.points = at.has("points") ? at["points"].whole(0) : 0;
  if (check.kind != CheckKind::speed && !at.has("points"))
    check.points = at["points"].whole(0);  // says what is missing
  if (check.kind == CheckKind::speed && check.points != 0)
    at["points"].refuse("speed has its own column and no points, found " + std::to_string(check.points));
  if (check.kind == CheckKind::speed) check.slow = at["slow"].path();
  for (const char* of_speed : {"slow", "hidden", "near"})
    if (check.kind != CheckKind::speed && at.has(of_speed))
      at[of_speed].refuse("only speed checks are timed against a slow kernel");
  if (at.has("glossary")) check.glossary = at["glossary"].word();
  if (at.has("limits"))
    for (const auto& [measure, place] : at["limits"].members("limits"))
      check.limits.push_back(read_limit(measure, place));
  if (check.kind == CheckKind::lesson && check.limits.empty())
    at.refuse("expected \"limits\" in a lesson check, found none, so nothing could fail");
  if (check.kind == CheckKind::lesson && check.glossary.empty()) check.glossary = at["glossary"].word();
  return check;
}

CorpusEntry read_corpus(const Reader& at, const Task& task) {
  at.only({"file", "expect", "check", "because", "says"});
  CorpusEntry entry;
  entry.file = at["file"].path();
  const std::string expect = at["expect"].text();
  if (expect != "pass" && expect != "fail")
    at["expect"].refuse("expected \"pass\" or \"fail\", found \"" + expect + "\"");
  entry.must_pass = expect == "pass";
  if (entry.must_pass && at.has("says")) at["says"].refuse("a kernel that passes says nothing");
  if (entry.must_pass) return entry;
  entry.check = at["check"].word();
  if (entry.check != build_check && task.check(entry.check) == nullptr)
    at["check"].refuse("expected a check of task " + task.name + " or \"build\", found \"" + entry.check + "\"");
  entry.because = at["because"].text();
  if (at.has("says")) entry.says = at["says"].text();
  return entry;
}

// The slow kernels that a speed check does not reject. Those that it does are the rule, and are not named.
void read_not_rejected(const Reader& at, const Task& task, CheckEntry& check) {
  const auto kernels = task.slow_kernels();
  std::set<std::filesystem::path> slow(kernels.begin(), kernels.end());
  slow.erase(check.slow);  // a limit is made of it
  for (const auto& [name, list] : {std::pair("hidden", &check.hidden), std::pair("near", &check.near)}) {
    if (!at.has(name)) continue;
    for (const Reader& place : at[name].items("files")) {
      list->push_back(place.path());
      if (slow.erase(list->back()) == 0)
        place.refuse("expected the task's starter or a corpus file of it that a lesson check rejects, once, neither below "
                     "corpus/wrong nor the check's own slow kernel; found \"" + list->back().string() + "\"");
    }
  }
}

Hint read_hint(const Reader& at, const Task& task) {
  at.only({"when", "fault", "says", "text"});
  Hint hint{.when = at["when"].word(), .fault = {}, .says = {}, .text = at["text"].text()};
  if (hint.when != "any" && task.check(hint.when) == nullptr)
    at["when"].refuse("expected a check of task " + task.name + " or \"any\", found \"" + hint.when + "\"");
  if (at.has("fault")) hint.fault = at["fault"].word();
  if (at.has("says")) hint.says = at["says"].text();
  return hint;
}

Prediction read_prediction(const Reader& at, const Task& task) {
  at.only({"name", "text", "line", "check", "measure", "unit", "of", "case"});
  Prediction asked;
  asked.name = at["name"].word();
  asked.text = at["text"].text();
  if (at.has("line")) asked.line = at["line"].text();
  if ((asked.text.find("{line}") != std::string::npos) != at.has("line"))
    at.refuse("expected \"line\" and a text with {line} in it, or neither");
  asked.check = at["check"].word();
  const CheckEntry* check = task.check(asked.check);
  if (check == nullptr || check->kind != CheckKind::lesson)
    at["check"].refuse("expected a lesson check of task " + task.name + ", found \"" + asked.check + "\"");
  asked.measure = at["measure"].word();
  asked.unit = at["unit"].text();
  const std::string of = at.has("of") ? at["of"].text() : "starter";
  if (of != "starter" && of != "solution")
    at["of"].refuse("expected \"starter\" or \"solution\", found \"" + of + "\"");
  asked.of_solution = of == "solution";
  if (at.has("case")) asked.only_case = at["case"].whole(0);
  return asked;
}

Task read_task(const Reader& at) {
  at.only({"name", "file", "function", "points", "summary", "checks", "hints", "predictions", "corpus"});
  Task task;
  task.name = at["name"].word();
  task.file = at["file"].path();
  task.function = at["function"].word();
  task.points = at["points"].whole(0);
  task.summary = at["summary"].text();
  int sum = 0;
  for (const Reader& place : at["checks"].items("checks")) {
    CheckEntry check = read_check(place);
    if (task.check(check.name) != nullptr)
      place["name"].refuse("expected a name of its own, found a second check \"" + check.name + "\"");
    for (const CheckEntry* other : task.checks_of(CheckKind::speed))
      if (check.kind == CheckKind::speed && other->slow != check.slow)
        place["slow"].refuse("expected the slow kernel of the check " + other->name + ", \"" + other->slow.string() +
                             "\", since a task has one; found \"" + check.slow.string() + "\"");
    sum += check.points;
    task.checks.push_back(std::move(check));
  }
  if (task.checks.empty()) at["checks"].refuse("expected at least one check, found none");
  if (sum != task.points)
    at["points"].refuse("expected the sum of the checks' points, " + std::to_string(sum) + ", found " +
                        std::to_string(task.points));
  if (at.has("hints"))
    for (const Reader& place : at["hints"].items("hints")) task.hints.push_back(read_hint(place, task));
  if (at.has("predictions"))
    for (const Reader& place : at["predictions"].items("predictions")) {
      Prediction asked = read_prediction(place, task);
      if (task.prediction(asked.name) != nullptr)
        place["name"].refuse("expected a name of its own, found a second prediction \"" + asked.name + "\"");
      task.predictions.push_back(std::move(asked));
    }
  if (at.has("corpus"))
    for (const Reader& place : at["corpus"].items("corpus entries")) task.corpus.push_back(read_corpus(place, task));
  const auto checks = at["checks"].items("checks");
  for (std::size_t i = 0; i < checks.size(); ++i) read_not_rejected(checks[i], task, task.checks[i]);
  return task;
}

std::vector<std::string> read_words(const Reader& at) {
  std::vector<std::string> words;
  for (const Reader& place : at.items("glossary page names")) words.push_back(place.word());
  return words;
}

// Refuses a name that an object has twice: of two limits or points the last would be taken without a word.
class OnlyOnce {
 public:
  explicit OnlyOnce(const std::filesystem::path& file) : file_(file.string()) {}
  bool operator()(int, json::parse_event_t event, json& parsed) {
    if (event == json::parse_event_t::object_start) open_.emplace_back();
    if (event == json::parse_event_t::object_end) open_.pop_back();
    if (event == json::parse_event_t::key && !open_.back().insert(parsed.get<std::string>()).second)
      throw LabError(file_ + ": an object has the name " + parsed.dump() + " twice: take one of them out");
    return true;
  }

 private:
  std::string file_;
  std::vector<std::set<std::string>> open_;
};

json parse(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw LabError(file.string() + ": cannot be read; a lab's folder holds a lab.json (docs/architecture.md)");
  std::ostringstream text;
  text << in.rdbuf();
  try {
    return json::parse(text.str(), OnlyOnce(file));
  } catch (const json::parse_error& error) {
    // The library's text starts with its own error number; what follows "at line" is for people.
    const std::string what = error.what();
    const auto at = what.find("at line");
    throw LabError(file.string() + ": is not JSON: " + (at == std::string::npos ? what : what.substr(at)));
  } catch (const json::out_of_range& error) {
    // "[json.exception.out_of_range.406] number overflow parsing '1e999'"
    const std::string what = error.what();
    throw LabError(file.string() + ": holds a number that no computer can: " + what.substr(what.find(']') + 2));
  }
}

}  // namespace

std::string_view name_of(CheckKind kind) {
  switch (kind) {
    case CheckKind::correctness:
      return "correctness";
    case CheckKind::lesson:
      return "lesson";
    case CheckKind::speed:
      return "speed";
  }
  return "unknown";
}

const Limit* CheckEntry::limit(std::string_view measure) const {
  return find_named(limits, measure, [](const Limit& entry) { return entry.measure; });
}

const CheckEntry* Task::check(std::string_view check_name) const {
  return find_named(checks, check_name, [](const CheckEntry& entry) { return entry.name; });
}

std::vector<const CheckEntry*> Task::checks_of(CheckKind kind) const {
  std::vector<const CheckEntry*> found;
  for (const CheckEntry& entry : checks)
    if (entry.kind == kind) found.push_back(&entry);
  return found;
}

const Prediction* Task::prediction(std::string_view asked) const {
  return find_named(predictions, asked, [](const Prediction& entry) { return entry.name; });
}

std::vector<std::filesystem::path> Task::slow_kernels() const {
  std::vector<std::filesystem::path> slow{std::filesystem::path("starter") / file};
  for (const CorpusEntry& kernel : corpus) {
    const CheckEntry* rejects = check(kernel.check);
    if (rejects != nullptr && rejects->kind == CheckKind::lesson && !kernel.file.string().starts_with("corpus/wrong/"))
      slow.push_back(kernel.file);
  }
  return slow;
}

const Task* Lab::task(std::string_view task_name) const {
  return find_named(tasks, task_name, [](const Task& entry) { return entry.name; });
}

int Lab::points() const {
  int sum = 0;
  for (const Task& task : tasks) sum += task.points;
  return sum;
}

Lab load_lab(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / "lab.json";
  const json document = parse(file);
  const Reader top(document, file.string());
  top.only({"schema", "title", "order", "summary", "teaches", "needs", "tasks", "limits"});
  top["schema"].whole(1, 1);

  Lab lab;
  // lexically_normal: "labs/03-coalescing/" and "labs/03-coalescing" name the same lab.
  auto normal = std::filesystem::absolute(folder).lexically_normal();
  if (!normal.has_filename()) normal = normal.parent_path();
  lab.name = normal.filename().string();
  lab.folder = folder;
  lab.title = top["title"].text();
  lab.order = top["order"].whole(0, 99);
  lab.summary = top["summary"].text();
  lab.teaches = read_words(top["teaches"]);
  lab.needs = read_words(top["needs"]);
  for (const Reader& place : top["tasks"].items("tasks")) {
    Task task = read_task(place);
    if (lab.task(task.name) != nullptr)
      place["name"].refuse("expected a name of its own, found a second task \"" + task.name + "\"");
    lab.tasks.push_back(std::move(task));
  }
  if (lab.tasks.empty()) top["tasks"].refuse("expected at least one task, found none");
  if (top.has("limits")) {
    const Reader limits = top["limits"];
    limits.only({"seconds", "memory_mb", "warp_instructions"});
    if (limits.has("seconds")) lab.seconds = limits["seconds"].number();
    if (lab.seconds <= 0) limits["seconds"].refuse("expected more than 0 seconds");
    if (lab.seconds > 86400) limits["seconds"].refuse("expected a day (86400 seconds) at most");
    if (limits.has("memory_mb")) lab.memory_mb = limits["memory_mb"].whole(64);
    if (limits.has("warp_instructions")) lab.warp_instructions = limits["warp_instructions"].whole(100'000);
  }
  return lab;
}

}  // namespace course
