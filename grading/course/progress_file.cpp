#include "progress_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "files.h"
#include "grading/programs/descriptor.h"
#include "problem.h"

namespace course {
namespace {

using json = nlohmann::ordered_json;

fs::path file_of(const Repository& repository) { return repository.root / "progress.json"; }

json to_json(const TaskProgress& task) {
  json predictions = json::object();
  for (const auto& [name, number] : task.predictions) {
    predictions[name] = {{"predicted", number.predicted}, {"before_grading", number.before_grading}};
    if (number.counted) predictions[name]["counted"] = *number.counted;
  }
  return {{"gradings", task.gradings},
          {"best_points", task.best_points},
          {"passed", task.passed},
          {"hints", task.hints},
          {"predictions", std::move(predictions)}};
}

TaskProgress task_of(const json& from) {
  TaskProgress task;
  task.gradings = from.at("gradings").get<int>();
  task.best_points = from.at("best_points").get<double>();
  task.passed = from.at("passed").get<std::set<std::string>>();
  task.hints = from.at("hints").get<std::vector<std::string>>();
  for (const auto& [name, number] : from.at("predictions").items()) {
    PredictedNumber& made = task.predictions[name];
    made.predicted = number.at("predicted").get<double>();
    made.before_grading = number.at("before_grading").get<bool>();
    if (number.contains("counted")) made.counted = number.at("counted").get<double>();
  }
  return task;
}

/// Held by one tool at a time. A build folder that cannot be written leaves the lock out: better than no progress.
class Lock {
 public:
  explicit Lock(const Repository& repository)
      : file_(::open((repository.build / "progress.lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
    while (file_.get() >= 0 && ::flock(file_.get(), LOCK_EX) != 0 && errno == EINTR) {
    }
  }

 private:
  programs::Descriptor file_;
};

void complain(const std::string& sentence) { fmt::print(stderr, "course: {}\n", sentence); }

/// nullopt: there is a file, and `why` says what is wrong with it.
std::optional<Progress> read(const fs::path& file, std::string& why) {
  std::error_code ignored;
  if (!fs::exists(file, ignored)) return Progress();
  try {
    return Progress::from_json(read_file(file));
  } catch (const std::runtime_error& error) {
    why = error.what();
    return std::nullopt;
  }
}

fs::path free_name(const fs::path& file) {
  for (int n = 1;; ++n)
    if (fs::path name = fmt::format("{}.{}.broken", file.string(), n); !fs::exists(name)) return name;
}

}  // namespace

TaskProgress Progress::seen(const std::string& lab, const std::string& name) const {
  const auto tasks = labs_.find(lab);
  if (tasks == labs_.end()) return {};
  const auto task = tasks->second.find(name);
  return task == tasks->second.end() ? TaskProgress() : task->second;
}

std::string Progress::to_json() const {
  json labs = json::object();
  for (const auto& [lab, tasks] : labs_)
    for (const auto& [name, task] : tasks) labs[lab][name] = course::to_json(task);
  return json{{"schema", 1}, {"labs", std::move(labs)}}.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

Progress Progress::from_json(const std::string& text) try {
  const json document = json::parse(text);
  if (document.at("schema") != 1) throw std::runtime_error("it was written by another version of the course");
  Progress progress;
  for (const auto& [lab, tasks] : document.at("labs").items())
    for (const auto& [name, task] : tasks.items()) progress.labs_[lab][name] = task_of(task);
  return progress;
} catch (const json::exception&) {
  throw std::runtime_error("it is not what the course writes");
}

Progress read_progress(const Repository& repository) {
  std::string why;
  const fs::path file = file_of(repository);
  if (auto progress = read(file, why)) return std::move(*progress);
  complain(fmt::format("{} cannot be read ({}), so earlier progress is not shown; the next grading puts it aside and "
                       "begins a new one",
                       repository.shown(file), why));
  return {};
}

void change_progress(const Repository& repository, const std::function<void(Progress&)>& change) {
  const fs::path file = file_of(repository);
  try {
    const Lock lock(repository);
    std::string why;
    auto progress = read(file, why);
    if (!progress) {
      const fs::path aside = free_name(file);
      fs::rename(file, aside);
      complain(fmt::format("{} cannot be read ({}): it is kept as {}, and a new one begins", repository.shown(file),
                           why, repository.shown(aside)));
      progress.emplace();
    }
    change(*progress);
    write_file(file, progress->to_json());
  } catch (const Problem& problem) {
    complain(fmt::format("progress is not kept: {}", problem.what()));
  } catch (const fs::filesystem_error& error) {
    complain(fmt::format("progress is not kept: {}", error.what()));
  }
}

std::set<std::string> concepts_met(const Progress& progress, const LabEntry& entry) {
  std::set<std::string> met;
  bool all = true;
  for (const Task& task : entry.lab->tasks) {
    const TaskProgress reached = progress.seen(entry.name, task.name);
    for (const CheckEntry& check : task.checks) {
      const bool passed = reached.passed.contains(check.name);
      if (check.points > 0 && !passed) all = false;
      if (passed) met.insert(check.glossary);
    }
  }
  std::set<std::string> taught;
  for (const std::string& concept_name : entry.lab->teaches)
    if (all || met.contains(concept_name)) taught.insert(concept_name);
  return taught;
}

}  // namespace course
