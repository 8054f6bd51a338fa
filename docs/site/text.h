#pragma once
// Small text and file helpers shared by the parts of course_site. Paths are relative to the repository root unless
// a name says otherwise.
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace site {

// One thing that is wrong, with the place where to mend it.
struct Problem {
  std::string where;     // "glossary/sector.md:12"
  std::string sentence;  // what is wrong and what to do
  bool operator==(const Problem&) const = default;
};
using Problems = std::vector<Problem>;

std::string read_file(const std::filesystem::path& path);  // throws std::runtime_error with the path
// Leaves the file alone when it holds `text` already, so that nothing is rebuilt for nothing. True if written.
bool write_if_changed(const std::filesystem::path& path, std::string_view text);

std::vector<std::string_view> lines_of(std::string_view text);
std::string_view trim(std::string_view text);
int line_at(std::string_view text, std::size_t offset);  // counted from 1
std::string place(const std::filesystem::path& file, int line);

// The anchor GitHub gives a heading: lower case, blanks to hyphens, everything but letters, digits, - and _ dropped.
std::string slug(std::string_view heading);
// A name for a page made from a path: "a/b_c.cu" -> "a-b_c-cu".
std::string path_id(const std::filesystem::path& path);
std::string html_escaped(std::string_view text);
std::string joined(const std::vector<std::string>& words, std::string_view separator);

}  // namespace site
