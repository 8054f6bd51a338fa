#pragma once
// What the search of the site looks through: each section of each page in plain words.
#include "docs/site/site.h"

namespace site {

// JavaScript that sets `courseSearch` to a list of { title, heading, url, text }; heading is empty for the part of a
// page above its first section. A script, not JSON, so that it also loads from a folder without a web server.
std::string search_index(const Site& site);

// Markdown without its marks: links as their text, no code blocks, tables, pictures or comments, one line.
std::string plain_words(std::string_view markdown);

}  // namespace site
