#pragma once
// Writes what Doxygen reads: one Markdown file per page of the site, with links, anchors and pictures in Doxygen's
// terms, the index pages, and the landing page that ties them into one tree.
#include "docs/site/site.h"

namespace site {

// Fills `folder` (absolute); files there that belong to no page any more are removed. Pictures that are not SVG and the
// search index are put in `folder`/extra, to be copied beside the finished pages.
void emit(const Site& site, const std::filesystem::path& folder);

// One document in Doxygen's Markdown. Collects the pictures to copy in `pictures`.
std::string to_doxygen(const Site& site, const Document& document, std::vector<std::filesystem::path>& pictures);

}  // namespace site
