#include "grading/simulator/tests/truth/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace sim::truth {
namespace {

// Nothing where the table of this case file has no such column.
std::optional<std::uint64_t> hardware_value(const Launch& row, const Column& column) {
  const auto it = row.counters.find(column.metric);
  if (it == row.counters.end()) return std::nullopt;
  return column.metric == "idc__requests.sum" ? constant_requests(row, constant_loads(row.kernel)) : it->second;
}

std::uint64_t machine_value(const Launch& row, const Column& column) {
  const auto it = row.counters.find(column.metric);  // zeros are left out of the evidence
  return it == row.counters.end() ? 0 : it->second;
}

// Every counter of the table has to be compared, or to be left out with a reason.
void check_columns(const Launch& row, std::vector<std::string>& problems) {
  for (const auto& [name, value] : row.counters) {
    const auto is_it = [&name = name](const auto& entry) { return entry.metric == name; };
    if (std::none_of(columns().begin(), columns().end(), is_it) && std::none_of(left_out().begin(), left_out().end(), is_it))
      problems.push_back(fmt::format("the table's column {} is neither compared nor left out with a reason", name));
  }
}

class Comparing {
 public:
  Comparing(Comparison& result, const std::vector<Exception>& listed) : result_(result), listed_(listed), used_(listed.size(), false) {}

  void row(const Launch& hardware, const Launch& machine) {
    if (hardware.kernel != machine.kernel) {
      result_.problems.push_back(fmt::format("launch {} is {} in the table, {} on the machine", hardware.index, hardware.kernel, machine.kernel));
      return;
    }
    Row row{hardware.index, hardware.kernel, {}};
    for (const Column& column : columns())
      if (const auto truth = hardware_value(hardware, column)) {
        Cell cell{&column, *truth, machine_value(machine, column), false};
        judge(row, cell);
        if (cell.hardware || cell.machine) row.cells.push_back(cell);
      }
    result_.rows.push_back(std::move(row));
  }

  void entries_without_use() {
    for (std::size_t i = 0; i < listed_.size(); ++i)
      if (listed_[i].cases == result_.cases && !used_[i])
        result_.problems.push_back(fmt::format("the exception of {} {} in {} names no value of the table", result_.cases, listed_[i].kernel, listed_[i].metric));
  }

 private:
  void judge(const Row& row, Cell& cell) {
    const auto problem = [&](const std::string& what) {
      result_.problems.push_back(fmt::format("{} {} {}, {}: {}", result_.cases, row.launch, row.kernel, cell.column->metric, what));
    };
    const auto entry = std::find_if(listed_.begin(), listed_.end(), [&](const Exception& e) {
      return e.cases == result_.cases && e.launch == row.launch && e.metric == cell.column->metric;
    });
    if (entry == listed_.end()) {
      if (cell.machine != cell.hardware) problem(fmt::format("the hardware counted {}, the machine {}", cell.hardware, cell.machine));
      return;
    }
    used_[static_cast<std::size_t>(entry - listed_.begin())] = true;
    cell.listed = true;
    if (entry->kernel != row.kernel) problem(fmt::format("the exception of this launch names {}", entry->kernel));
    if (cell.machine != entry->expected) problem(fmt::format("the exception says {}, the machine counted {}", entry->expected, cell.machine));
    if (cell.machine == cell.hardware) problem(fmt::format("listed as an exception, but both counted {}: take the entry out", cell.machine));
  }

  Comparison& result_;
  const std::vector<Exception>& listed_;
  std::vector<bool> used_;
};

}  // namespace

Comparison compare(const std::string& cases, const std::vector<Launch>& hardware, const std::vector<Launch>& machine,
                   const std::vector<Exception>& listed) {
  Comparison result{cases, {}, {}};
  if (hardware.size() != machine.size()) {
    result.problems.push_back(fmt::format("{}: the table has {} launches, the machine made {}", cases, hardware.size(), machine.size()));
    return result;
  }
  if (!hardware.empty()) check_columns(hardware[0], result.problems);
  Comparing comparing(result, listed);
  for (std::size_t i = 0; i < hardware.size(); ++i) comparing.row(hardware[i], machine[i]);
  comparing.entries_without_use();
  return result;
}

Tally tally(const std::vector<Comparison>& comparisons, std::string_view family) {
  Tally sum;
  for (const Comparison& comparison : comparisons)
    for (const Row& row : comparison.rows)
      for (const Cell& cell : row.cells)
        if (cell.column->family == family) {
          ++sum.compared;
          if (cell.machine == cell.hardware) ++sum.equal;
          else if (cell.listed) ++sum.listed;
        }
  return sum;
}

}  // namespace sim::truth
