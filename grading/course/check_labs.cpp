#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "answers.h"
#include "commands.h"
#include "console.h"
#include "corpus.h"
#include "files.h"
#include "hints.h"
#include "predictions.h"
#include "problem.h"
#include "runner_build.h"

namespace course {
namespace {

std::string_view expected_word(const Expectation& expected) {
  switch (expected.kind) {
    case Expectation::Kind::starter:
      return "todo, fails its lesson";
    case Expectation::Kind::solution:
      return "pass";
    case Expectation::Kind::must_pass:
      return "pass";
    case Expectation::Kind::must_fail:
      return "rejected by ";
  }
  return "";
}

/// Everything that is not a kernel: predictions that can be counted, questions that can be shown back.
/// `unjudged`: tasks whose kernels could not be judged for a reason that was told; their predictions would meet it again.
/// @return number of complaints
int check_way(const Repository& repository, const Selection& selection, const std::set<const Task*>& unjudged,
              const Console& console) {
  const LabEntry& entry = *selection.entry;
  std::vector<std::string> complaints;
  for (const Task* chosen : selection.tasks) {
    const Task& task = *chosen;
    if (task.predictions.empty() || unjudged.contains(chosen)) continue;
    std::vector<Counted> counted;
    try {
      counted = count_predictions(repository, entry, task);
    } catch (const Problem& problem) {
      complaints.push_back(fmt::format("{}: the predictions cannot be counted: {}", task.name, problem.what()));
    }
    for (std::size_t i = 0; i < counted.size(); ++i) {
      const Prediction& asked = task.predictions[i];
      if (counted[i].problem.empty())
        fmt::print("  {}  {:<50} {:g} {}\n", console.good("ok"), fmt::format("{}: prediction {}", task.name, asked.name),
                   counted[i].value, asked.unit);
      else
        complaints.push_back(fmt::format("{}: the prediction {} cannot be counted: {}", task.name, asked.name,
                                         counted[i].problem));
    }
  }
  for (const Task* task : selection.tasks)
    for (const CheckEntry& check : task->checks)
      if (!check.slow.empty() && !fs::is_regular_file(entry.folder / "grader" / check.slow))
        complaints.push_back(fmt::format("{}: the speed check {} names {} as its slow kernel, which is missing below {}",
                                         task->name, check.name, check.slow.string(), repository.shown(entry.folder / "grader")));
  const auto answers = answers_of(entry);
  if (answers.empty()) complaints.push_back("answers.md asks nothing: a question is a heading \"## 1. Title\"");
  for (const Answer& answer : answers)
    if (!answer.has_place)
      complaints.push_back(fmt::format("answers.md: below \"{}\" there is no line \"Your answer:\"", answer.question));
  for (const std::string& complaint : complaints)
    fmt::print("  {}  {}", console.bad("NO"), wrapped(complaint, 8).substr(8));
  return static_cast<int>(complaints.size());
}

/// Hints for one way of failing that no given kernel fails in: their `fault` or `says` may be misspelt, and then nobody
/// would ever see them. Only told, since a corpus need not hold every way.
void tell_idle_hints(const Selection& selection, const std::vector<Expectation>& expected,
                     const std::vector<TaskResult>& results, const std::set<const Task*>& unjudged, const Console& console) {
  for (const Task* task : selection.tasks) {
    if (unjudged.contains(task)) continue;
    std::set<const Hint*> given;
    for (std::size_t i = 0; i < expected.size(); ++i)
      if (expected[i].order.task == task)
        for (const Offer& offer : offers(*task, results[i])) given.insert(offer.hint);
    for (std::size_t i = 0; i < task->hints.size(); ++i) {
      const Hint& hint = task->hints[i];
      if ((hint.fault.empty() && hint.says.empty()) || given.contains(&hint)) continue;
      const std::string note = fmt::format(
          "{}: hint {} is for {}{}{}{}{}, and no given kernel fails so: is it spelt as in the grader's report?", task->name, i + 1,
          hint.when, hint.fault.empty() ? "" : " with the fault ", hint.fault, hint.says.empty() ? "" : " that says ",
          hint.says);
      fmt::print("  {}  {}", console.open("??"), wrapped(note, 8).substr(8));
    }
  }
}

/// Prints the table of a lab's tasks. @return number of kernels that are not as stated.
int check(const Repository& repository, const Selection& selection, const Console& console) {
  const LabEntry& entry = *selection.entry;
  fmt::print("{}  {}\n", console.strong(entry.name), entry.lab->title);
  auto expected = expectations_of(repository, entry);
  std::erase_if(expected, [&](const Expectation& one) {
    return std::find(selection.tasks.begin(), selection.tasks.end(), one.order.task) == selection.tasks.end();
  });
  std::vector<Order> orders;
  for (const Expectation& expectation : expected) orders.push_back(expectation.order);
  const auto results = grade_all(repository, orders);

  int wrong = 0;
  std::string told;
  std::set<const Task*> unjudged;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    auto complaints = objections(repository, expected[i], results[i]);
    // A fault of the lab stops every kernel with the same words: once is enough.
    if (complaints.size() == 1 && complaints.front() == told)
      complaints.front() = "the same again";
    else if (complaints.size() == 1)
      told = complaints.front();
    if (results[i].verdict == Verdict::infrastructure) unjudged.insert(expected[i].order.task);
    const auto margin = smallest_margin(results[i]);
    fmt::print("  {}  {:<50} {:<28} {}\n", complaints.empty() ? console.good("ok") : console.bad("NO"),
               expected[i]
                   .order.source
                   .lexically_relative(expected[i].kind == Expectation::Kind::solution ? repository.root
                                                                                       : entry.folder / "grader")
                   .string(),
               fmt::format("{}{}", expected_word(expected[i]), expected[i].check),
               margin ? fmt::format("{:.0f} % from its limit", *margin * 100) : "");
    for (const std::string& complaint : complaints) fmt::print("{}", wrapped(complaint, 8));
    wrong += complaints.empty() ? 0 : 1;
  }
  tell_idle_hints(selection, expected, results, unjudged, console);
  wrong += check_way(repository, selection, unjudged, console);
  fmt::print("\n");
  return wrong;
}

}  // namespace

int run_check_labs(const std::vector<std::string>& names) {
  const Repository repository = Repository::find();
  const auto labs = find_labs(repository);
  make_folder(repository.build);
  front_end(repository);  // without a compiler every row would say the same
  int wrong = 0, broken = 0;
  for (const Selection& selection : select(labs, names)) {
    if (!selection.entry->lab) {
      fmt::print("{}\n{}", selection.entry->name, wrapped(selection.entry->broken, 2));
      ++broken;
      continue;
    }
    wrong += check(repository, selection, Console());
  }
  if (wrong + broken > 0)
    fmt::print("{} {} not as stated{}\n", wrong, wrong == 1 ? "thing is" : "things are",
               broken == 0 ? "" : fmt::format(", {} {} broken", broken, broken == 1 ? "lab is" : "labs are"));
  else
    fmt::print("every given kernel is judged as stated, and no count is within {:.0f} % of its limit\n",
               required_margin * 100);
  return wrong + broken > 0 ? 1 : 0;
}

}  // namespace course
