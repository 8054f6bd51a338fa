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

// A recorded time (unit "ms") or speed (unit "GB/s").
struct RecordedFigure {
  double value = 0;
  std::string unit;
};

// Whether some recorded time or speed reads like the figure when it is rounded to as many digits, in the figure's own unit
// (s, ms, µs, ns; GB/s, TB/s). A size or a count that happens to be the same number vouches for nothing.
bool recorded(const FigureInText& figure, const std::vector<RecordedFigure>& values);

// All times and speeds of all records below glossary/data: members whose names end in ms, us or gb_per_s.
std::vector<RecordedFigure> recorded_figures(const std::filesystem::path& root);

}  // namespace site
