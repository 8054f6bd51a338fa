#pragma once
// The regions of a glossary page that course_site writes, and keeps equal to their source:
//   facts    category, lowest compute capability, draft or not          (from the metadata)
//   table    {"data", "cases", "columns"}                               (see data.h)
//   code     {"file", "marker"}: the lines between two lines "//! [marker]" of a file of the repository
//   related  related terms and the labs where one meets the term        (from the metadata and lab.json)
//   byline   who wrote and reviewed the page, and when                  (from the metadata)
#include <string>

#include "docs/site/site.h"

namespace site {

// What has to stand in the block. Throws std::runtime_error with one sentence if its source is missing or wrong.
std::string render_block(const Site& site, const Page& page, const Block& block);

// The page's text with all blocks rendered anew.
std::string refreshed(const Site& site, const Page& page);

// Lines between the two marker lines, without other markers and without common indentation.
std::string excerpt(std::string_view source, const std::string& marker);

// Rewrites stale blocks of all pages and stale figures (glossary/figures/*.json to .svg). Returns the files written.
std::vector<std::filesystem::path> refresh(const Site& site);

}  // namespace site
