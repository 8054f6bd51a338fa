#include "docs/site/data.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "docs/site/csv.h"
#include "docs/site/measured.h"
#include "docs/site/text.h"

namespace site {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// Evaluates the columns of one data file for one case.
class Cell {
 public:
  Cell(const json& data, const std::string& name, const std::vector<CsvRow>& rows) : data_(data), name_(name) {
    if (!data.at("cases").contains(name)) throw std::runtime_error("the data file has no case \"" + name + "\"");
    const std::string kernel = facts().value("kernel", name);
    for (const auto& row : rows) {
      if (row.at("kernel") != kernel) continue;
      if (facts().contains("launch") && row.at("launch") != std::to_string(facts()["launch"].get<int>())) continue;
      if (row_)
        throw std::runtime_error("kernel \"" + kernel + "\" has several rows: case \"" + name +
                                 "\" has to name its launch");
      row_ = &row;
    }
    if (!row_) throw std::runtime_error("the file of counts has no row for kernel \"" + kernel + "\"");
  }

  std::string text(const std::string& column) const {
    const json& how = definition(column);
    if (how.contains("case") && field(how["case"]).is_string()) return field(how["case"]);
    const double number = value(column);
    if (how.contains("percent"))
      return fmt::format("{:.{}f} %", number, std::abs(number - std::round(number)) < 0.05 ? 0 : 1);
    if (number == std::floor(number)) return fmt::format("{:.0f}", number);
    return fmt::format("{:.2f}", number);
  }

 private:
  const json& facts() const { return data_["cases"][name_]; }
  const json& definition(const std::string& column) const {
    if (!data_.at("columns").contains(column))
      throw std::runtime_error("the data file defines no column \"" + column + "\"");
    return data_["columns"][column];
  }
  const json& field(const std::string& key) const {
    if (!facts().contains(key)) throw std::runtime_error("case \"" + name_ + "\" has no field \"" + key + "\"");
    return facts()[key];
  }
  double value(const std::string& column) const {
    const json& how = definition(column);
    if (how.contains("metric")) {
      const auto found = row_->find(how["metric"].get<std::string>());
      if (found == row_->end())
        throw std::runtime_error("the file of counts has no counter \"" + how["metric"].get<std::string>() + "\"");
      return std::stod(found->second);
    }
    if (how.contains("case")) return field(how["case"]).get<double>();
    if (how.contains("product")) return value(how["product"][0]) * how["product"][1].get<double>();
    if (how.contains("difference")) return value(how["difference"][0]) - value(how["difference"][1]);
    if (how.contains("ratio")) return value(how["ratio"][0]) / value(how["ratio"][1]);
    if (how.contains("percent")) return 100 * value(how["percent"][0]) / value(how["percent"][1]);
    throw std::runtime_error("column \"" + column +
                             "\" is of no known kind (metric, case, product, difference, ratio, percent)");
  }

  const json& data_;
  std::string name_;
  const CsvRow* row_ = nullptr;
};

void collect_metrics(const json& columns, const std::string& column, std::set<std::string>& metrics) {
  const json& how = columns.at(column);
  if (how.contains("metric")) metrics.insert(how["metric"].get<std::string>());
  for (const char* kind : {"product", "difference", "ratio", "percent"})
    if (how.contains(kind))
      for (const auto& part : how[kind])
        if (part.is_string()) collect_metrics(columns, part, metrics);
}

std::string provenance(const json& data, const fs::path& page_folder, const std::set<std::string>& metrics) {
  const json& machine = data.at("machine");
  const fs::path program = data.at("program").get<std::string>(), counts = data.at("counts").get<std::string>();
  const std::string binary = program.stem().string();
  const auto link = [&](const fs::path& path) {
    return fmt::format("[{}]({})", path.filename().string(), path.lexically_relative(page_folder).generic_string());
  };
  return fmt::format(
      "Counted on an {} (compute capability {}, driver {}, {}, `{}`) by {}: counts, no times. "
      "Program {}, all rows {}. To count again:\n\n"
      "```sh\n{} {} -o {}\nncu --csv --page raw {} \\\n  --metrics {} \\\n  ./{}\n```\n",
      machine.at("device").get<std::string>(), machine.at("compute_capability").get<std::string>(),
      machine.at("driver").get<std::string>(), machine.at("toolkit").get<std::string>(),
      machine.at("flags").get<std::string>(), data.at("recorded_with").get<std::string>(), link(program), link(counts),
      machine.at("flags").get<std::string>(), program.generic_string(), binary,
      data.at("profiler_options").get<std::string>(), joined({metrics.begin(), metrics.end()}, ",\\\n"), binary);
}

std::string table(const fs::path& root, const fs::path& page_folder, const json& wanted) {
  const fs::path file = fs::path("glossary/data") / (wanted.at("data").get<std::string>() + ".json");
  if (!fs::exists(root / file)) throw std::runtime_error("there is no data file " + file.generic_string());
  const json data = json::parse(read_file(root / file));
  if (wanted.contains("table")) return render_measured(root, file, page_folder, wanted);
  const auto rows = parse_csv(read_file(root / data.at("counts").get<std::string>()));
  const std::vector<std::string> columns = wanted.at("columns");

  std::string head = "|", rule = "|", body;
  std::set<std::string> metrics;
  bool first_case = true;
  for (const std::string name : wanted.at("cases")) {
    const Cell cell(data, name, rows);
    body += "|";
    for (const auto& column : columns) {
      body += fmt::format(" {} |", cell.text(column));
      if (!first_case) continue;
      const json& how = data["columns"][column];
      head += fmt::format(" {} |", how.at("title").get<std::string>());
      rule += how.value("left", false) ? " --- |" : " ---: |";
      collect_metrics(data["columns"], column, metrics);
    }
    body += "\n";
    first_case = false;
  }
  return head + "\n" + rule + "\n" + body + "\n" + provenance(data, page_folder, metrics);
}

}  // namespace

std::string render_table(const fs::path& root, const fs::path& page_folder, std::string_view arguments) {
  try {
    return table(root, page_folder, json::parse(arguments));
  } catch (const json::exception& broken) {
    throw std::runtime_error(std::string("the table's request or its data file is not in the right form: ") +
                             broken.what());
  }
}

}  // namespace site
