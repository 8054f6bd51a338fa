#include <fmt/format.h>

#include "commands.h"
#include "console.h"
#include "files.h"
#include "grading.h"
#include "machine.h"
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
      const fs::path sources = options.solutions ? repository.solutions() : repository.labs();
      Order order{.entry = selection.entry,
                  .task = task,
                  .source = sources / lab / task->file,
                  .work = repository.build / (options.solutions ? "grade-solutions" : "grade") / lab,
                  .machine = machine,
                  .pictures = {},
                  .may_be_todo = !options.solutions};
      if (!options.pictures.empty()) order.pictures = fs::absolute(options.pictures);
      orders.push_back(std::move(order));
    }
  }
  return orders;
}

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
  if (!options.solutions)
    for (std::size_t i = 0; i < orders.size(); ++i) remember(orders[i], results[i]);
  return report;
}

}  // namespace

int run_grade(const GradeOptions& options) {
  const Repository repository = Repository::find();
  const auto labs = find_labs(repository);
  const auto selections = select(labs, options.names);
  if (selections.empty()) throw Problem("there is no lab to grade below " + repository.labs().string());
  for (const std::string& file : {options.json, options.junit})
    if (!file.empty()) expect_writable(file);
  make_folder(repository.build);
  if (!options.pictures.empty()) make_folder(options.pictures);

  const Report report = grade(repository, selections, options);
  fmt::print("{}", to_text(report, repository, Console(), options.solutions ? "solutions" : "labs"));
  if (!options.json.empty()) write_file(options.json, to_json(report));
  if (!options.junit.empty()) write_file(options.junit, to_junit(report));
  return report.exit_status(options.strict);
}

}  // namespace course
