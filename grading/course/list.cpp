#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "answers.h"
#include "commands.h"
#include "console.h"
#include "grading.h"
#include "predictions.h"
#include "progress.h"
#include "progress_file.h"
#include "way.h"

namespace course {
namespace {

struct Sums {
  double points = 0, max_points = 0;
  std::size_t met = 0, concepts = 0, answered = 0, questions = 0;
};

void print_task(const Repository& repository, const LabEntry& entry, const Task& task, double best) {
  const Order order = order_of(repository, entry, task);
  const Standing now = standing(order);
  fmt::print("  {}  {:>5}  {}{}\n", Console().verdict(now.word, 14), fmt::format("{:g}/{}", now.points, task.points),
             repository.shown(order.source), best > now.points ? fmt::format("  (reached before: {:g})", best) : "");
}

void print_concepts(const Console& console, const LabEntry& entry, const std::set<std::string>& met) {
  if (entry.lab->teaches.empty()) return;
  std::vector<std::string> open;
  for (const std::string& stem : entry.lab->teaches)
    if (!met.contains(stem)) open.push_back(stem);
  std::string line = fmt::format("concepts met {} of {}", met.size(), entry.lab->teaches.size());
  if (!met.empty()) line += fmt::format(": {}", fmt::join(met, ", "));
  if (!open.empty()) line += fmt::format("; to meet: {}", fmt::join(open, ", "));
  fmt::print("{}", console.faint(wrapped(line, 2)));
}

void print_answers(const LabEntry& entry) {
  for (const Answer& answer : answers_of(entry))
    fmt::print("\n  {}\n{}", answer.question, wrapped(answer.text.empty() ? "(empty)" : answer.text, 4));
}

void print_lab(const Repository& repository, const LabEntry& entry, const Progress& progress, bool whole, Sums& sums) {
  const Console console;
  fmt::print("{}  {}\n{}", console.strong(entry.name), entry.lab->title, wrapped(entry.lab->summary, 2));
  for (const Task& task : entry.lab->tasks) {
    const double best = progress.seen(entry.name, task.name).best_points;
    print_task(repository, entry, task, best);
    sums.points += std::min(best, static_cast<double>(task.points));
    sums.max_points += task.points;
  }
  const auto met = concepts_met(progress, entry);
  sums.met += met.size();
  sums.concepts += entry.lab->teaches.size();
  print_concepts(console, entry, met);
  for (const Answer& answer : answers_of(entry)) {
    ++sums.questions;
    sums.answered += answer.text.empty() ? 0 : 1;
  }
  if (const std::string answers = answers_in_short(repository, entry); !answers.empty())
    fmt::print("{}", wrapped(answers, 2));
  if (!whole) return;
  print_answers(entry);
  Selection selection{.entry = &entry, .tasks = {}};
  for (const Task& task : entry.lab->tasks) selection.tasks.push_back(&task);
  for (const std::string& lines : known_predictions(repository, selection, progress)) fmt::print("\n{}", lines);
}

/// Where to go on: the first lab on the way with a task that was never passed in full.
void print_next(const std::vector<const LabEntry*>& way, const Progress& progress) {
  for (const LabEntry* entry : way) {
    const auto done = [&](const Task& task) {
      return progress.seen(entry->name, task.name).best_points >= task.points;
    };
    if (!entry->lab || std::all_of(entry->lab->tasks.begin(), entry->lab->tasks.end(), done)) continue;
    const auto predicted = [&](const Task& task) { return task.predictions.empty() || !progress.seen(entry->name, task.name).predictions.empty(); };
    const bool asks = !std::all_of(entry->lab->tasks.begin(), entry->lab->tasks.end(), predicted);
    fmt::print("next: labs/{}/README.md{}\n", entry->name,
               asks ? fmt::format(", then ./course predict {}", entry->name.substr(0, 2)) : "");
    return;
  }
}

}  // namespace

int run_list(const std::vector<std::string>& names) {
  const Repository repository = Repository::find();
  const auto labs = find_labs(repository);
  const Progress progress = read_progress(repository);
  int status = 0;
  Sums sums;
  const auto selected = select(labs, names);
  const auto way = way_through(labs);
  for (const LabEntry* entry : way) {
    if (std::none_of(selected.begin(), selected.end(), [&](const Selection& one) { return one.entry == entry; })) continue;
    if (!entry->lab) {
      fmt::print("{}\n{}", Console().strong(entry->name), wrapped(entry->broken, 2));
      status = 2;
    } else {
      print_lab(repository, *entry, progress, !names.empty(), sums);
    }
    fmt::print("\n");
  }
  fmt::print("{:g} of {:g} points reached, {} of {} concepts met, {} of {} questions answered\n", sums.points,
             sums.max_points, sums.met, sums.concepts, sums.answered, sums.questions);
  if (names.empty()) print_next(way, progress);
  return status;
}

}  // namespace course
