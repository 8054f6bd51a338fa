#include "docs/site/measured.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "docs/site/text.h"

namespace site {
namespace {

namespace fs = std::filesystem;
using json = nlohmann::ordered_json;  // columns come in the order of the record

std::string cell(const json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  return value.is_number() ? shown_number(value.get<double>()) : "";
}

// What the name of a record's member says of its value: "kernel_ms", "ms", "one_tap_us", "copy_gb_per_s".
std::optional<RecordedFigure> figure_of(std::string_view name, double value) {
  const auto ends = [&](std::string_view unit) {
    return name.ends_with(unit) && (name.size() == unit.size() || name[name.size() - unit.size() - 1] == '_');
  };
  if (ends("ms")) return RecordedFigure{value, "ms"};
  if (ends("us")) return RecordedFigure{value / 1e3, "ms"};
  if (ends("gb_per_s")) return RecordedFigure{value, "GB/s"};
  return std::nullopt;
}

void collect(const json& value, std::vector<RecordedFigure>& figures) {
  if (!value.is_structured()) return;
  for (const auto& [name, part] : value.items()) {
    const auto figure = value.is_object() && part.is_number() ? figure_of(name, part.get<double>()) : std::nullopt;
    if (figure) figures.push_back(*figure);
    collect(part, figures);
  }
}

// Digits after the point of a number's text.
int decimals(const std::string& text) {
  const auto point = text.find('.');
  return point == std::string::npos ? 0 : static_cast<int>(text.size() - point - 1);
}

}  // namespace

std::string shown_number(double value) {
  if (value == std::floor(value) && std::abs(value) < 1e15) return fmt::format("{:.0f}", value);
  const double magnitude = std::floor(std::log10(std::abs(value)));
  return fmt::format("{:.{}f}", value, static_cast<int>(std::clamp(2 - magnitude, 0.0, 8.0)));
}

std::string render_measured(const fs::path& root, const fs::path& file, const fs::path& page_folder,
                            const nlohmann::json& wanted) {
  const json record = json::parse(read_file(root / file));
  const std::string name = wanted.at("table");
  if (!record.at("tables").contains(name)) throw std::runtime_error("the record has no table \"" + name + "\"");
  const json& table = record["tables"][name];
  std::vector<std::string> columns;
  if (wanted.contains("columns")) {
    columns = wanted["columns"].get<std::vector<std::string>>();
  } else {
    for (const auto& [key, title] : table.at("columns").items()) columns.push_back(key);
  }
  std::string head = "|", rule = "|", body;
  for (const auto& column : columns) {
    if (!table.at("columns").contains(column))
      throw std::runtime_error("the table \"" + name + "\" has no column \"" + column + "\"");
    head += fmt::format(" {} |", table["columns"][column].get<std::string>());
    rule += table.at("rows").at(0).value(column, json()).is_string() ? " --- |" : " ---: |";
  }
  for (const json& row : table.at("rows")) {
    body += "|";
    for (const auto& column : columns) body += fmt::format(" {} |", cell(row.value(column, json())));
    body += "\n";
  }
  const json& machine = record.at("machine");
  const fs::path program = table.at("program").get<std::string>();
  const auto link = [&](const fs::path& path) {
    return fmt::format("[{}]({})", path.filename().string(), path.lexically_relative(page_folder).generic_string());
  };
  std::string text = fmt::format(
      "{}\n{}\n{}\nMeasured on an {} (compute capability {}, driver {}, {}, `{}`): {} of {} calls, second-level cache {}. "
      "Program {}, record {}.",
      head, rule, body, machine.at("device").get<std::string>(), machine.at("compute_capability").get<std::string>(),
      machine.at("driver").get<std::string>(), machine.at("toolkit").get<std::string>(),
      machine.at("flags").get<std::string>(), table.at("statistic").get<std::string>(), table.at("samples").get<int>(),
      table.at("cache").get<std::string>(), link(program), link(file));
  if (table.contains("beside")) text += " Beside it: " + table["beside"].get<std::string>();
  return text + fmt::format(" To measure again:\n\n```sh\n./course measure {} --json FILE\n```\n",
                            table.at("labs").at(0).get<std::string>());
}

std::vector<FigureInText> figures_in(std::string_view text) {
  static const std::vector<std::string> units = {"s", "ms", "µs", "us", "ns", "GB/s", "TB/s"};
  std::vector<FigureInText> figures;
  int line = 1;
  for (std::size_t i = 0; i < text.size();) {
    const auto digit = [&](std::size_t k) { return k < text.size() && std::isdigit(static_cast<unsigned char>(text[k])); };
    if (text[i] == '\n') ++line;
    const bool starts = digit(i) && (i == 0 || !(std::isalnum(static_cast<unsigned char>(text[i - 1])) || text[i - 1] == '.'));
    if (!starts) {
      ++i;
      continue;
    }
    std::size_t end = i;
    std::string number;
    for (; digit(end) || (end < text.size() && (text[end] == '.' || text[end] == ',') && digit(end + 1)); ++end)
      if (text[end] != ',') number += text[end];
    std::size_t at = end;
    while (at < text.size() && text[at] == ' ') ++at;
    for (const std::string& unit : units) {
      if (text.substr(at, unit.size()) != unit) continue;
      const std::size_t after = at + unit.size();
      if (after < text.size() && std::isalnum(static_cast<unsigned char>(text[after]))) continue;
      figures.push_back({number, unit, line});
    }
    i = end;
  }
  return figures;
}

bool recorded(const FigureInText& figure, const std::vector<RecordedFigure>& values) {
  struct Scale {
    std::string_view unit, base;
    double factor;
  };
  static constexpr Scale scales[] = {{"s", "ms", 1e-3},  {"ms", "ms", 1},     {"µs", "ms", 1e3},     {"us", "ms", 1e3},
                                     {"ns", "ms", 1e6}, {"GB/s", "GB/s", 1}, {"TB/s", "GB/s", 1e-3}};
  const int digits = decimals(figure.text);
  const std::string plain = fmt::format("{:.{}f}", std::stod(figure.text), digits);
  return std::any_of(values.begin(), values.end(), [&](const RecordedFigure& one) {
    return std::any_of(std::begin(scales), std::end(scales), [&](const Scale& scale) {
      return scale.unit == figure.unit && scale.base == one.unit &&
             fmt::format("{:.{}f}", one.value * scale.factor, digits) == plain;
    });
  });
}

std::vector<RecordedFigure> recorded_figures(const fs::path& root) {
  std::vector<RecordedFigure> figures;
  const fs::path folder = root / "glossary" / "data";
  if (!fs::is_directory(folder)) return figures;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    const json record = json::parse(read_file(entry.path()), nullptr, false);
    // What `course measure` wrote, and no other numbers of these files.
    for (const char* part : {"tables", "speed"})
      if (record.is_object() && record.contains(part)) collect(record[part], figures);
  }
  return figures;
}

}  // namespace site
