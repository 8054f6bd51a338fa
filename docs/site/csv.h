#pragma once
// Comma-separated values as profilers write them: fields may be quoted, the first row names the columns.
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace site {

using CsvRow = std::map<std::string, std::string, std::less<>>;  // column name to field
std::vector<CsvRow> parse_csv(std::string_view text);

}  // namespace site
