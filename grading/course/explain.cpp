#include "explain.h"

#include <fmt/format.h>

#include <algorithm>

#include "commands.h"
#include "document.h"
#include "files.h"
#include "grader_run.h"
#include "grading/simulator/frontend/registers.h"
#include "problem.h"
#include "runner_build.h"

namespace course {
namespace {

/// The checks whose orders are run: lessons, which count; of a task without lessons all.
std::pair<std::string, std::vector<const CheckEntry*>> checks_to_run(const Task& task) {
  std::vector<const CheckEntry*> lessons, all;
  for (const CheckEntry& check : task.checks) {
    if (check.kind == CheckKind::lesson) lessons.push_back(&check);
    if (check.kind != CheckKind::speed) all.push_back(&check);
  }
  return lessons.empty() ? std::pair("correctness", all) : std::pair("lesson", lessons);
}

void read_evidence(Explanation& told, const fs::path& folder, const fs::path& runner) {
  std::map<std::string, int> registers;
  for (std::size_t i = 0; fs::exists(folder / fmt::format("case-{}.json", i)); ++i) {
    auto evidence = nlohmann::json::parse(read_file(folder / fmt::format("case-{}.json", i)));
    if (i == 0) registers = sim::frontend::assigned_registers(runner, evidence.at("compute_capability"));
    sim::frontend::assign_registers(evidence, registers);
    told.add_evidence(evidence);
  }
}

void run_checks(Explanation& told, const Repository& repository, const Order& order) {
  const auto [suite, checks] = checks_to_run(*order.task);
  const GraderRun run{"sim", suite, order.work, checks.size(), order.work / "evidence"};
  fs::remove_all(run.evidence / order.task->name);
  GraderAnswer answer = run_grader(repository, order, run);
  if (!answer.fault.empty()) throw Problem(answer.fault);
  for (const CheckResult& check : answer.checks) {
    told.checks.push_back({check.name, check.verdict, check.message});
    read_evidence(told, run.evidence / order.task->name / check.name, order.work / order.task->name);
    // A runner that crashed or was stopped leaves no evidence; then the grader's words are all there is.
    if (told.calls == 0 && check.failed()) told.faults.push_back({check.where, check.message});
  }
}

Explanation explain(const Repository& repository, const LabEntry& entry, const Task& task, bool solution) {
  Order order{.entry = &entry,
              .task = &task,
              .source = (solution ? repository.solutions() : repository.labs()) / entry.name / task.file,
              .work = repository.build / (solution ? "explain-solutions" : "explain") / entry.name,
              .machine = "sim",
              .pictures = {},
              .may_be_todo = false};
  if (!fs::exists(order.source))
    throw Problem(fmt::format(
        "{} is missing{}", repository.shown(order.source),
        solution ? ""
                 : fmt::format(": ./course reset {} {} puts the starter there", entry.name.substr(0, 2), task.name)));
  Explanation told;
  told.lab = entry.name;
  told.task = task.name;
  told.source = order.source;
  told.solution = solution;
  make_folder(order.work);
  const Built built = build_runner(repository, entry, task, order.source, order.work / task.name);
  if (built.outcome == Built::Outcome::machine) throw Problem(built.message);
  if (built.outcome == Built::Outcome::student) {
    told.built = false;
    told.faults.push_back({built.where, built.message});
    return told;
  }
  run_checks(told, repository, order);
  return told;
}

}  // namespace

int run_explain(const ExplainOptions& options) {
  const Repository repository = Repository::find();
  const auto labs = find_labs(repository);
  const Document json(options.json);
  nlohmann::ordered_json tasks = nlohmann::ordered_json::array();
  int status = 0;
  for (const Selection& selection : select_tasks(labs, options.name, options.task)) {
    for (const Task* task : selection.tasks) {
      const Explanation told = explain(repository, *selection.entry, *task, options.solution);
      fmt::print("{}{}", tasks.empty() ? "" : "\n", to_text(told, read_file(told.source), repository, Console()));
      tasks.push_back(to_json(told, repository));
      if (told.broken()) status = 1;
    }
  }
  if (json.wanted())
    json.write(nlohmann::ordered_json{{"schema", 1}, {"tasks", std::move(tasks)}}.dump(
                   1, ' ', false, nlohmann::json::error_handler_t::replace) +
               "\n");
  return status;
}

}  // namespace course
