#pragma once
// Tables of times (records that `course measure` wrote: glossary/data/*.json with "tables"), and the figures in running
// text, which have to stand in one.
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace site {

// Markdown of one table of a record, with where its numbers come from and the command that remakes them.
// `wanted`: { "data": "measured_h200", "table": "stride_curve", "columns": [...] }; no columns: all of them.
// Throws std::runtime_error with one sentence: no such table or column.
std::string render_measured(const std::filesystem::path& root, const std::filesystem::path& file,
                            const std::filesystem::path& page_folder, const nlohmann::json& wanted);

// A recorded number as tables show it: whole ones as they are, others with three digits ("0.0295", "2.75", "2085").
std::string shown_number(double value);

// A number with a unit of time or speed, as it stands in a text.
struct FigureInText {
  std::string text, unit;
  int line = 1;
};
std::vector<FigureInText> figures_in(std::string_view text);

// Whether some recorded value reads like the figure when it is rounded to as many digits. `values` in ms, GB/s: a figure in
// µs is compared with a thousandth, one in TB/s with a thousand times its number, too.
bool recorded(const FigureInText& figure, const std::vector<double>& values);

// All numbers of all records below glossary/data.
std::vector<double> recorded_values(const std::filesystem::path& root);

}  // namespace site
