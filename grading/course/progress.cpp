#include "progress.h"

#include <nlohmann/json.hpp>

#include "files.h"
#include "problem.h"

namespace course {
namespace {

fs::path record_of(const Order& order) { return order.work / (order.task->name + ".last.json"); }

}  // namespace

void remember(const Order& order, const TaskResult& result) {
  if (!fs::is_regular_file(order.source) || result.verdict == Verdict::infrastructure) return;
  const nlohmann::json record = {
      {"source", read_file(order.source)}, {"verdict", word(result.verdict)}, {"points", result.points}};
  make_folder(order.work);
  // A source may hold bytes that are not UTF-8.
  write_file(record_of(order), record.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
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
