#include "grade.h"

#include <fmt/format.h>

#include <algorithm>

#include "answers.h"
#include "console.h"
#include "files.h"
#include "grading.h"
#include "interruption.h"
#include "machine.h"
#include "predictions.h"
#include "problem.h"
#include "progress.h"

namespace course {
namespace {

std::vector<Order> orders_for(const Repository& repository, const std::vector<Selection>& selections,
                              const GradeOptions& options, const std::string& machine) {
  std::vector<Order> orders;
  for (const Selection& selection : selections) {
    const std::string& lab = selection.entry->name;
    for (const Task* task : selection.tasks) {
      Order order = order_of(repository, *selection.entry, *task);
      order.machine = machine;
      order.repeat = options.repeat;
      order.only_build = options.only_build;
      order.only_speed = options.only_speed && machine == "cuda";
      if (options.solutions) {
        order.source = repository.solutions() / lab / task->file;
        order.work = repository.build / "grade-solutions" / lab;
        order.may_be_todo = false;
      }
      if (!options.pictures.empty()) order.pictures = fs::absolute(options.pictures);
      orders.push_back(std::move(order));
    }
  }
  return orders;
}

/// What belongs to the student and not to a verdict: predictions of these tasks, and answers when it is the whole lab.
/// A kernel that does not build has no counts to hold a prediction against; of a task that passes nobody is asked any more.
std::vector<std::string> remarks_on(const Repository& repository, const Selection& selection, const LabResult& result) {
  Selection counted = selection;
  std::erase_if(counted.tasks, [&](const Task* task) {
    return std::any_of(result.tasks.begin(), result.tasks.end(), [&](const TaskResult& one) {
      return one.task == task->name && one.verdict == Verdict::build_error;
    });
  });
  std::vector<std::string> remarks = told_predictions(repository, counted);
  std::erase_if(counted.tasks, [&](const Task* task) {
    return std::any_of(result.tasks.begin(), result.tasks.end(), [&](const TaskResult& one) {
      return one.task == task->name && one.verdict == Verdict::pass;
    });
  });
  if (const std::size_t open = open_predictions(repository, counted); open > 0)
    remarks.push_back(fmt::format("{} of your predictions {} not made yet: ./course predict {}\n", open,
                                  open == 1 ? "is" : "are",
                                  selection.tasks.size() == 1 ? selection.tasks.front()->name
                                                              : selection.entry->name.substr(0, 2)));
  if (selection.tasks.size() == selection.entry->lab->tasks.size())
    if (const std::string answers = answers_in_short(repository, *selection.entry); !answers.empty())
      remarks.push_back(wrapped(answers, 0));
  return remarks;
}

}  // namespace

Report grade(const Repository& repository, const std::vector<Selection>& selections, const GradeOptions& options) {
  Report report;
  report.machine = choose_machine(repository, options.machine);
  const auto orders = orders_for(repository, selections, options, report.machine.kind);
  const auto results = grade_all(repository, orders);
  auto next = results.begin();
  for (const Selection& selection : selections) {
    LabResult lab{.lab = selection.entry->name, .title = {}, .verdict = Verdict::pass, .message = {}, .tasks = {}};
    if (!selection.entry->lab) {
      lab.verdict = Verdict::infrastructure;
      lab.message = selection.entry->broken;
    } else {
      lab.title = selection.entry->lab->title;
      for (std::size_t i = 0; i < selection.tasks.size(); ++i) lab.tasks.push_back(*next++);
      lab.settle();
    }
    report.labs.push_back(std::move(lab));
  }
  if (!options.solutions && Interruption::signal() == 0) remember(repository, orders, results);
  return report;
}

int run_grade(const GradeOptions& options) {
  const Repository repository = Repository::find();
  const auto labs = find_labs(repository);
  const auto selections = select(labs, options.names);
  if (selections.empty()) throw Problem("there is no lab to grade below " + repository.labs().string());
  for (const std::string& file : {options.json, options.junit})
    if (!file.empty()) expect_writable(file);
  make_folder(repository.build);
  if (!options.pictures.empty()) make_folder(options.pictures);

  Interruption interruption;
  Report report = grade(repository, selections, options);
  interruption.give_way();
  if (!options.solutions)
    for (std::size_t i = 0; i < selections.size(); ++i)
      if (selections[i].entry->lab) report.labs[i].remarks = remarks_on(repository, selections[i], report.labs[i]);
  if (options.strict) report.be_strict();
  fmt::print("{}", to_text(report, repository, Console(), options.solutions ? "solutions" : "labs"));
  if (!options.json.empty()) write_file(options.json, to_json(report));
  if (!options.junit.empty()) write_file(options.junit, to_junit(report));
  return report.exit_status();
}

}  // namespace course
