#include "docs/site/csv.h"

#include "docs/site/text.h"

namespace site {
namespace {

std::vector<std::string> fields_of(std::string_view line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (char c : line) {
    if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      fields.emplace_back();
    else if (c != '\r')
      fields.back() += c;
  }
  return fields;
}

}  // namespace

std::vector<CsvRow> parse_csv(std::string_view text) {
  std::vector<CsvRow> rows;
  std::vector<std::string> names;
  for (auto line : lines_of(text)) {
    if (trim(line).empty()) continue;
    const auto fields = fields_of(line);
    if (names.empty()) {
      names = fields;
      continue;
    }
    CsvRow row;
    for (std::size_t i = 0; i < names.size() && i < fields.size(); ++i) row[names[i]] = fields[i];
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace site
