#pragma once
// The rules of the site's sources. Each returns what breaks it, one sentence a fault.
#include "docs/site/site.h"

namespace site {

// Form of one page: title a question, definition, sections in order, diagram, sources, length, signatures,
// generated blocks there and up to date.
Problems check_form(const Site& site, const Page& page);
// Numbers of the "Measured" section: all from data files.
Problems check_measured(const Site& site, const Page& page);
// Times and speeds in the text of labs, solutions and pages: all in a record of `course measure`.
Problems check_figures(const Site& site);
// Links between pages and labs: none dead, none one-way, no page without any.
Problems check_relations(const Site& site);
// Links and images inside the text of every document.
Problems check_links(const Site& site);
// Figures equal to their descriptions; guides all in the navigation; each lab with its README.
Problems check_files(const Site& site);

// All of the above and what was met while reading.
Problems check(const Site& site);

}  // namespace site
