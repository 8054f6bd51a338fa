#pragma once
// A glossary page: metadata (the JSON of its first comment) and its Markdown.
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "docs/site/markdown.h"
#include "docs/site/text.h"

namespace site {

struct Page {
  std::string stem;            // file name without .md: the name that lab.json and `related` use
  std::filesystem::path path;  // from the repository root
  std::string source;          // the whole file

  std::string title;       // the first heading, a question
  std::string definition;  // the paragraph below it

  // Metadata
  std::string category;
  std::string compute_capability;    // lowest one for which the page holds, "7.5"
  std::vector<std::string> related;  // stems
  std::vector<std::string> labs;     // folder names under labs/
  std::string not_measured;          // why there is no "Measured" section; empty where there is one
  std::string written_by, reviewed_by, written_on, last_checked_on;  // "pending" until signed

  // A page is a draft until a named author and a different named reviewer sign it with dates.
  bool draft() const;
};

// Never throws: what cannot be read becomes a problem, and the page holds as much as could be read.
Page parse_page(const std::filesystem::path& path, std::string source, Problems& problems);

// Text below the level-2 heading `title`, up to the next one; nothing if there is no such heading.
std::optional<std::string_view> section(const Page& page, std::string_view title);

bool is_iso_date(std::string_view text);  // YYYY-MM-DD with a month and day that exist in some year

}  // namespace site
