#include "grading/timing/page/limits_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <vector>

#include "grading/timing/judgement.h"

namespace course::timing {
namespace {

using json = nlohmann::ordered_json;

struct Row {
  std::string task;
  json solution;            // its line of the record
  std::vector<json> fast;   // the others that have to pass
  std::vector<json> above, near, below;  // slow kernels, by where the clock puts them
};

bool is_solution(const json& kernel) { return kernel.at("file").get<std::string>().starts_with("solutions/"); }
double over_limit(const json& kernel) { return kernel.at("over_limit").get<double>(); }
bool skipped(const json& kernel) { return kernel.at("verdict") == "skipped"; }

void put(Row& row, const json& kernel) {
  const double over = over_limit(kernel);
  if (is_solution(kernel))
    row.solution = kernel;
  else if (skipped(kernel))
    return;  // what is not judged is on no side of a limit
  else if (kernel.at("expected") == "fast")
    row.fast.push_back(kernel);
  else
    (std::abs(over - 1) < limit_margin ? row.near : over < 1 ? row.below : row.above).push_back(kernel);
}

/// One for each speed check of the task.
std::vector<Row> rows_of(const std::string& lab, const std::string& task, const json& kernels) {
  std::vector<std::string> checks;
  std::vector<Row> rows;
  for (const json& kernel : kernels) {
    const std::string check = kernel.value("check", "");  // older records have none: their tasks have one
    const auto place = static_cast<std::size_t>(std::find(checks.begin(), checks.end(), check) - checks.begin());
    if (place == checks.size()) {
      checks.push_back(check);
      rows.push_back({.task = fmt::format("{} `{}`", lab.substr(0, 2), task), .solution = {}, .fast = {}, .above = {}, .near = {}, .below = {}});
    }
    put(rows[place], kernel);
  }
  for (std::size_t i = 0; i < rows.size() && rows.size() > 1; ++i) rows[i].task += fmt::format(" `{}`", checks[i]);
  return rows;
}

std::string line_of(const Row& row) {
  const json& seen = row.solution;
  const auto number = [&](const char* key) { return seen.at(key).get<double>(); };
  std::string text = fmt::format("| {} | {:.3g} | {:.3g} | {:.3g} | {:.0f} % |", row.task, number("given_slow_ms"),
                                 number("given_plain_ms"), number("ms"), 100 * number("share_of_copy"));
  if (skipped(seen)) return text + " not judged | | |\n";
  const auto slowest = std::max_element(row.fast.begin(), row.fast.end(),
                                        [](const json& a, const json& b) { return over_limit(a) < over_limit(b); });
  text += fmt::format(" {:.3g} | {} | {} |\n", number("limit_ms"),
                      slowest == row.fast.end() ? "" : fmt::format("{:.2f} ({} kernels)", over_limit(*slowest), row.fast.size()),
                      fmt::format("{}, {}, {}", row.above.size(), row.near.size(), row.below.size()));
  return text;
}

std::string list_of(const std::vector<Row>& rows, std::vector<json> Row::*which) {
  std::string text;
  for (const Row& row : rows)
    for (const json& kernel : row.*which) {
      const std::string file = kernel.at("file");
      text += fmt::format("| {} | [{}](../{}) | {:.2f} |\n", row.task, file.substr(file.rfind('/') + 1), file, over_limit(kernel));
    }
  return text.empty() ? "None.\n" : "| task | kernel | of the limit |\n| --- | --- | ---: |\n" + text;
}

}  // namespace

std::string limits_page(const json& record) {
  if (record.contains("tasks_missing"))
    throw std::runtime_error(fmt::format("the record lacks {} tasks, since its calibration was interrupted: measure again",
                                         record["tasks_missing"].get<int>()));
  std::vector<Row> rows;
  for (const auto& [lab, tasks] : record.at("speed").items())
    for (const auto& [task, what] : tasks.items())
      for (Row& row : rows_of(lab, task, what.at("kernels")))
        if (!row.solution.is_null()) rows.push_back(std::move(row));
  const json& machine = record.at("machine");
  std::string text = fmt::format(
      "# Speed limits on an {}\n\n"
      "Every given kernel, timed as a student's would be: `{} --json FILE`, compute capability {}, driver {}, {}, `{}`, {}. "
      "The record is [speed_h200.json](../glossary/data/speed_h200.json); this page is made from it.\n"
      "`git diff --stat {} -- labs solutions` lists the kernels that have changed since.\n"
      "[How speed is judged](timing.md) tells what a limit is. Times are milliseconds of one call, the medians of nine or more rounds.\n\n"
      "| task | given slow kernel | plain version | solution | its share of the copy | limit | slowest correct style, of the limit "
      "| slow kernels above, near, below |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
      machine.at("device").get<std::string>(), record.at("written_by").get<std::string>(),
      machine.at("compute_capability").get<std::string>(), machine.at("driver").get<std::string>(),
      machine.at("toolkit").get<std::string>(), machine.at("flags").get<std::string>(),
      machine.at("recorded_on").get<std::string>(), machine.at("commit").get<std::string>().substr(0, 12));
  for (const Row& row : rows) text += line_of(row);
  std::size_t above = 0, near = 0, below = 0;
  for (const Row& row : rows) above += row.above.size(), near += row.near.size(), below += row.below.size();
  const json findings = record.value("findings", json::array());  // older records have none
  text += fmt::format(
      "\nOf {} slow kernels the clock puts {} above their limit by 15 % or more. The others are listed below; `lab.json` names "
      "each, under `hidden` or `near`{}.\n",
      above + near + below, above, findings.empty() ? "" : ", but for what the last section says");
  text +=
      "\n## Slow by the count and not by this clock\n\n"
      "Lessons reject these everywhere, since they count what a kernel asks of the memory system. A clock sees it only where "
      "the memory system is what the kernel waits for; caches hide the rest on this GPU.\n\n" +
      list_of(rows, &Row::below) +
      "\n## Slow, and within 15 % of the limit\n\n"
      "A student's kernel like one of these may be told that its speed is inconclusive.\n\n" +
      list_of(rows, &Row::near);
  if (!findings.empty()) {
    text += "\n## What the calibration found wrong\n\n";
    for (const json& finding : findings) text += fmt::format("- {}\n", finding.get<std::string>());
  }
  return text;
}

}  // namespace course::timing
