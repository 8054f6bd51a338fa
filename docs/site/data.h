#pragma once
// Recorded measurements (glossary/data/*.json) and the tables made from them.
//
// A data file names the machine, the program and the file of counts (a wide csv, one row a launch), describes the
// cases that pages may show, and defines the columns:
//   "metric": a column of the csv          "case": a field of the case, known by arithmetic, not by measuring
//   "product": [column, number]            "percent": [column, column]          "ratio": [column, column]
//   "difference": [column, column]
#include <filesystem>
#include <string>
#include <string_view>

namespace site {

// A record of times, which `course measure` wrote, brings its tables along (docs/site/measured.h).
//
// Markdown of one table with the sentence that says where its numbers come from and the command that remakes them.
// `arguments` is JSON: { "data": "access_cases", "cases": [...], "columns": [...] }.
// `page_folder` is the page's folder, for relative links. Throws std::runtime_error with one sentence on what is
// wrong: an unknown data file, case, column or counter, or a kernel that has several rows.
std::string render_table(const std::filesystem::path& root, const std::filesystem::path& page_folder,
                         std::string_view arguments);

}  // namespace site
