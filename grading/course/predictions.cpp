#include "predictions.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <sstream>

#include "answers.h"
#include "console.h"
#include "files.h"
#include "grader_run.h"
#include "grading/harness/measures.h"
#include "problem.h"
#include "progress_file.h"
#include "runner_build.h"

namespace course {
namespace {

using harness::Evidence;

fs::path source_of(const Repository& repository, const LabEntry& entry, const Task& task, const Prediction& asked) {
  return asked.of_solution ? repository.solutions() / entry.name / task.file
                           : entry.folder / "grader" / "starter" / task.file;
}

/// The number of the line that is meant; 0: the prediction is about the whole run.
unsigned line_of(const Repository& repository, const LabEntry& entry, const Task& task, const Prediction& asked) {
  if (asked.line.empty()) return 0;
  const fs::path source = source_of(repository, entry, task, asked);
  std::istringstream text(read_file(source));
  unsigned number = 0, found = 0, times = 0;
  for (std::string line; std::getline(text, line);) {
    ++number;
    if (line.find(asked.line) == std::string::npos) continue;
    found = number;
    ++times;
  }
  if (times != 1)
    throw Problem(fmt::format("the prediction '{}' of {} means the line of {} that holds \"{}\"; {} lines do", asked.name,
                              task.name, repository.shown(source), asked.line, times));
  return found;
}

/// Only what one line of the file counted, as if the launches had consisted of it.
void keep_line(Evidence& evidence, const fs::path& source, unsigned number) {
  for (harness::Launch& launch : evidence.launches) {
    std::erase_if(launch.lines, [&](const auto& line) { return line.line != number || line.file != source.string(); });
    launch.counters = {};
    for (const auto& line : launch.lines) launch.counters += line.counters;
  }
}

/// Runs the lessons of a task with a given kernel; what their cases left lies below the folder that is returned.
fs::path run_lessons(const Repository& repository, const LabEntry& entry, const Task& task, const Prediction& asked) {
  const Order order{.entry = &entry,
                    .task = &task,
                    .source = source_of(repository, entry, task, asked),
                    .work = repository.build / "predict" / (asked.of_solution ? "solution" : "starter") / entry.name,
                    .machine = "sim",
                    .pictures = {},
                    .may_be_todo = false};
  make_folder(order.work);
  const Built built = build_runner(repository, entry, task, order.source, order.work / task.name);
  if (built.outcome != Built::Outcome::ok)
    throw Problem(fmt::format("{} cannot be built: {}", repository.shown(order.source), built.message));
  const auto lessons = static_cast<std::size_t>(std::count_if(
      task.checks.begin(), task.checks.end(), [](const auto& check) { return check.kind == CheckKind::lesson; }));
  const GraderRun run{"sim", "lesson", order.work, lessons, order.work / "evidence"};
  fs::remove_all(run.evidence / task.name);
  const GraderAnswer answer = run_grader(repository, order, run);
  if (!answer.fault.empty()) throw Problem(answer.fault);
  return run.evidence / task.name;
}

Counted count(const Repository& repository, const LabEntry& entry, const Task& task, const Prediction& asked,
              const fs::path& kept) {
  const int first = asked.only_case.value_or(0);
  std::optional<Evidence> evidence;
  for (int i = first; i == first || !asked.only_case; ++i) {
    const fs::path file = kept / asked.check / fmt::format("case-{}.json", i);
    if (!fs::exists(file)) break;
    const Evidence one = harness::parse_evidence(read_file(file));
    if (evidence)
      *evidence += one;
    else
      evidence = one;
  }
  if (!evidence) return {.problem = fmt::format("case {} of the check {} left no counts", first, asked.check)};
  if (const unsigned line = line_of(repository, entry, task, asked); line > 0)
    keep_line(*evidence, source_of(repository, entry, task, asked), line);
  const auto measured = harness::measure(asked.measure, *evidence, {});
  if (!measured) return {.problem = fmt::format("there is no measure '{}'", asked.measure)};
  if (!measured->defined) return {.problem = fmt::format("{}: {}", asked.measure, measured->undefined_because)};
  return {.value = measured->value, .problem = {}};
}

std::string words(double number) { return fmt::format("{:.4g}", number); }

/// As it stands in lab.json where the line cannot be found.
std::string question_or_text(const Repository& repository, const LabEntry& entry, const Task& task,
                             const Prediction& asked) try {
  return question_of(repository, entry, task, asked);
} catch (const Problem&) {
  return asked.text;
}

std::string numbers_of(const Prediction& asked, const PredictedNumber& number) {
  return fmt::format("predicted {}{} {}{}{}{}", words(number.predicted),
                     number.counted ? ", counted " + words(*number.counted) : "", asked.unit,
                     number.counted ? "" : ", not counted yet", asked.of_solution ? " (the solution)" : "",
                     number.before_grading ? "" : " (predicted after a grading)");
}

using Made = std::map<std::string, PredictedNumber>;

std::string paragraph(const Repository& repository, const LabEntry& entry, const Task& task, const Made& made) {
  std::string text;
  for (const Prediction& asked : task.predictions) {
    const auto one = made.find(asked.name);
    if (one == made.end()) continue;
    text += fmt::format("  {}\n{}", numbers_of(asked, one->second),
                        wrapped(question_or_text(repository, entry, task, asked), 4));
  }
  return text.empty() ? "" : fmt::format("{}: your predictions\n{}", task.name, text);
}

/// As they stand in answers.md, one line each.
std::vector<std::string> lines_to_keep(const Repository& repository, const LabEntry& entry, const Task& task,
                                       const Made& made) {
  std::vector<std::string> lines;
  for (const Prediction& asked : task.predictions)
    if (const auto one = made.find(asked.name); one != made.end())
      lines.push_back(fmt::format("- {}: {} I {}.", task.name, question_or_text(repository, entry, task, asked),
                                  numbers_of(asked, one->second)));
  return lines;
}

/// Predictions of the task that were not held against a count before, now with it.
Made newly_counted(const Repository& repository, const LabEntry& entry, const Task& task, const Made& made) {
  Made news;
  const bool open = std::any_of(made.begin(), made.end(), [&](const auto& one) {
    return !one.second.counted && task.prediction(one.first) != nullptr;
  });
  if (!open) return news;
  std::vector<Counted> counted;
  try {
    counted = count_predictions(repository, entry, task);
  } catch (const Problem&) {
    return news;  // a verdict is not held up by it; the next grading tries again, and check-labs tells the author
  }
  for (std::size_t i = 0; i < counted.size(); ++i) {
    const auto one = made.find(task.predictions[i].name);
    if (one == made.end() || one->second.counted || !counted[i].problem.empty()) continue;
    news[one->first] = one->second;
    news[one->first].counted = counted[i].value;
  }
  return news;
}

}  // namespace

std::string question_of(const Repository& repository, const LabEntry& entry, const Task& task,
                        const Prediction& asked) {
  const unsigned line = line_of(repository, entry, task, asked);
  std::string text = asked.text;
  for (auto at = text.find("{line}"); at != std::string::npos; at = text.find("{line}"))
    text.replace(at, 6, std::to_string(line));
  return text;
}

std::vector<Counted> count_predictions(const Repository& repository, const LabEntry& entry, const Task& task) {
  std::map<bool, fs::path> kept;
  std::vector<Counted> counted;
  for (const Prediction& asked : task.predictions) {
    if (!kept.contains(asked.of_solution))
      kept[asked.of_solution] = run_lessons(repository, entry, task, asked);
    try {
      counted.push_back(count(repository, entry, task, asked, kept[asked.of_solution]));
    } catch (const harness::EvidenceError& error) {
      counted.push_back({.problem = error.what()});
    } catch (const Problem& problem) {
      counted.push_back({.problem = problem.what()});
    }
  }
  return counted;
}

std::vector<std::string> known_predictions(const Repository& repository, const Selection& selection,
                                           const Progress& progress) {
  std::vector<std::string> paragraphs;
  for (const Task* task : selection.tasks) {
    const LabEntry& entry = *selection.entry;
    if (std::string text = paragraph(repository, entry, *task, progress.seen(entry.name, task->name).predictions);
        !text.empty())
      paragraphs.push_back(std::move(text));
  }
  return paragraphs;
}

std::vector<std::string> told_predictions(const Repository& repository, const Selection& selection) {
  const LabEntry& entry = *selection.entry;
  const Progress before = read_progress(repository);
  std::vector<std::string> paragraphs;
  for (const Task* task : selection.tasks) {
    const Made counted = newly_counted(repository, entry, *task, before.seen(entry.name, task->name).predictions);
    if (counted.empty()) continue;
    // Under the lock of progress.json: of two gradings at once, one tells.
    Made news;
    bool kept = false;
    change_progress(repository, [&](Progress& progress) {
      Made& made = progress.task(entry.name, task->name).predictions;
      for (const auto& [name, number] : counted)
        if (!made[name].counted) news[name] = made[name] = number;
      kept = keep_predictions(entry, lines_to_keep(repository, entry, *task, news));
    });
    if (news.empty()) continue;
    std::string text = paragraph(repository, entry, *task, news);
    if (kept) text += fmt::format("  kept in {}\n", repository.shown(entry.folder / "answers.md"));
    paragraphs.push_back(std::move(text));
  }
  return paragraphs;
}

std::size_t open_predictions(const Repository& repository, const Selection& selection) {
  const Progress progress = read_progress(repository);
  std::size_t open = 0;
  for (const Task* task : selection.tasks) {
    const Made made = progress.seen(selection.entry->name, task->name).predictions;
    open += static_cast<std::size_t>(std::count_if(task->predictions.begin(), task->predictions.end(),
                                                   [&](const auto& asked) { return !made.contains(asked.name); }));
  }
  return open;
}

}  // namespace course
