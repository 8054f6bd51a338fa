#include "grade.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <functional>
#include <optional>

#include "answers.h"
#include "console.h"
#include "document.h"
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

/// Nothing of such a task would be judged.
void leave_out_what_has_no_speed(std::vector<Selection>& selections) {
  for (Selection& selection : selections)
    std::erase_if(selection.tasks, [](const Task* task) { return !has_speed(*task); });
  std::erase_if(selections, [](const Selection& selection) { return selection.entry->lab && selection.tasks.empty(); });
  if (selections.empty()) throw Problem("--only-speed: none of these tasks has a speed check (docs/timing.md says which and why)");
}

/// The results that are there, by lab. Of a task that was cut short what it knows is told, if that is anything.
Report report_of(const Machine& machine, const std::vector<Selection>& selections,
                 const std::vector<std::optional<TaskResult>>& results) {
  Report report{.machine = machine, .labs = {}};
  auto next = results.begin();
  for (const Selection& selection : selections) {
    LabResult lab{.lab = selection.entry->name, .title = {}, .verdict = Verdict::pass, .message = {}, .tasks = {}};
    if (!selection.entry->lab) {
      lab.verdict = Verdict::infrastructure;
      lab.message = selection.entry->broken;
      report.labs.push_back(std::move(lab));
      continue;
    }
    lab.title = selection.entry->lab->title;
    for (std::size_t i = 0; i < selection.tasks.size(); ++i, ++next) {
      const bool cut = !*next || cut_short(**next);
      if (cut) ++report.missing;
      if (!cut || (*next && !(*next)->checks.empty())) lab.tasks.push_back(**next);
    }
    lab.settle();
    if (!lab.tasks.empty() || selection.tasks.empty()) report.labs.push_back(std::move(lab));
  }
  return report;
}

/// "03-coalescing/scale_image pass, time pass: 0.61 ms, limit 1.4 ms"
std::string in_short(const std::string& lab, const TaskResult& task) {
  std::string line = fmt::format("{}/{} {}", lab, task.task, word(task.verdict));
  if (!task.message.empty()) line += ": " + task.message;
  for (const CheckResult& check : task.checks) {
    if (check.kind != "speed") continue;
    line += fmt::format(", {} {}", check.name, check.verdict);
    if (check.value && check.threshold) line += fmt::format(": {:.3g} ms, limit {:.3g} ms", *check.value, *check.threshold);
  }
  return line;
}

/// Writes the report of what is known after each task, so that whatever ends the tool loses one task and not all.
class Keeper {
 public:
  Keeper(const GradeOptions& options, const Document& json) : options_(options), json_(json) {}

  void operator()(const Report& known, const std::string& lab, const TaskResult& task) {
    // On the simulated GPU the whole report is there in a moment.
    if (known.machine.kind == "cuda" && !options_.only_build) fmt::print(stderr, "{}\n", in_short(lab, task));
    if (!json_.may_grow() || known.missing == 0 || failed_) return;
    try {
      Report report = known;
      if (options_.strict) report.be_strict();
      json_.write(to_json(report));
    } catch (const Problem& problem) {
      failed_ = true;  // the grading goes on: at its end it is tried again, and fails for good
      fmt::print(stderr, "course: {}\n", problem.what());
    }
  }

 private:
  const GradeOptions& options_;
  const Document& json_;
  bool failed_ = false;
};

}  // namespace

Report grade(const Repository& repository, const std::vector<Selection>& selections, const GradeOptions& options,
             const std::function<void(const Report&, const std::string& lab, const TaskResult&)>& so_far) {
  const Machine machine = choose_machine(repository, options.machine);
  if (machine.kind != "cuda" && (options.only_speed || options.repeat > 1))
    throw Problem("--only-speed and --repeat are about speed, which only a real GPU can tell: --machine cuda");
  const auto orders = orders_for(repository, selections, options, machine.kind);
  std::vector<std::optional<TaskResult>> known(orders.size());
  const auto results = grade_all(repository, orders, [&](std::size_t i, const TaskResult& result) {
    known[i] = result;
    if (so_far) so_far(report_of(machine, selections, known), orders[i].entry->name, result);
  });
  // Speed alone is no verdict on a task.
  if (!options.solutions && !options.only_speed) remember(repository, orders, results);
  return report_of(machine, selections, {results.begin(), results.end()});
}

int run_grade(const GradeOptions& options) {
  const Repository repository = Repository::find();
  const auto labs = find_labs(repository);
  auto selections = select(labs, options.names);
  if (selections.empty()) throw Problem("there is no lab to grade below " + repository.labs().string());
  if (options.only_speed) leave_out_what_has_no_speed(selections);
  const Document json(options.json), junit(options.junit);
  make_folder(repository.build);
  if (!options.pictures.empty()) make_folder(options.pictures);

  Interruption interruption;
  Keeper keep(options, json);
  Report report = grade(repository, selections, options, std::ref(keep));
  if (!options.solutions)
    for (const Selection& selection : selections)
      for (LabResult& lab : report.labs)
        if (lab.lab == selection.entry->name && selection.entry->lab && report.missing == 0)
          lab.remarks = remarks_on(repository, selection, lab);
  if (options.strict) report.be_strict();
  fmt::print("{}", to_text(report, repository, Console(), options.solutions ? "solutions" : "labs"));
  if (report.missing > 0)
    fmt::print("interrupted: {} task{} of those asked for {} no verdict\n", report.missing, report.missing == 1 ? "" : "s",
               report.missing == 1 ? "has" : "have");
  std::fflush(stdout);
  std::exception_ptr broken;  // a report that cannot be written costs no other
  try {
    if (json.wanted() && (report.missing == 0 || !report.labs.empty())) json.write(to_json(report));
  } catch (const Problem&) {
    broken = std::current_exception();
  }
  interruption.give_way();
  if (junit.wanted()) junit.write(to_junit(report));
  if (broken) std::rethrow_exception(broken);
  return report.exit_status();
}

}  // namespace course
