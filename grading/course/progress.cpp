#include "progress.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "files.h"
#include "problem.h"
#include "progress_file.h"

namespace course {
namespace {

fs::path record_of(const Order& order) { return order.work / (order.task->name + ".last.json"); }

void keep_verdict(const Order& order, const TaskResult& result) {
  const nlohmann::json record = {
      {"source", read_file(order.source)}, {"verdict", word(result.verdict)}, {"points", result.points}};
  make_folder(order.work);
  // A source may hold bytes that are not UTF-8.
  write_file(record_of(order), record.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

void add(TaskProgress& reached, const TaskResult& result) {
  ++reached.gradings;
  if (result.verdict == Verdict::todo) return;  // what a starter gets right by itself is given
  reached.best_points = std::max(reached.best_points, result.points);
  for (const CheckResult& check : result.checks)
    if (check.verdict == "pass") reached.passed.insert(check.name);
}

}  // namespace

void remember(const Repository& repository, const std::vector<Order>& orders, const std::vector<TaskResult>& results) {
  std::vector<std::size_t> graded;
  for (std::size_t i = 0; i < orders.size(); ++i)
    if (fs::is_regular_file(orders[i].source) && results[i].verdict != Verdict::infrastructure &&
        (!results[i].checks.empty() || results[i].verdict == Verdict::build_error))
      graded.push_back(i);
  if (graded.empty()) return;
  for (const std::size_t i : graded) keep_verdict(orders[i], results[i]);
  change_progress(repository, [&](Progress& progress) {
    for (const std::size_t i : graded) add(progress.task(orders[i].entry->name, orders[i].task->name), results[i]);
  });
}

Standing standing(const Order& order) {
  if (!fs::is_regular_file(order.source)) return {.word = "missing"};
  if (is_todo(order)) return {.word = "todo"};
  if (!fs::exists(record_of(order))) return {.word = "edited"};
  const auto record = nlohmann::json::parse(read_file(record_of(order)), nullptr, false);
  if (!record.is_object() || record.value("source", "") != read_file(order.source)) return {.word = "edited"};
  return {.word = record.value("verdict", "edited"), .points = record.value("points", 0.0)};
}

}  // namespace course
