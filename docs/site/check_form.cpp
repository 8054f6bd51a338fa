#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <stdexcept>

#include "docs/site/block.h"
#include "docs/site/check.h"

namespace site {
namespace {

constexpr int fewest_words = 200, most_words = 600;  // what one reads in two minutes
const std::vector<std::string> required_sections = {
    "What the hardware charges for", "Measured", "In code", "What changed", "Related terms",
    "Labs where you meet it",        "Sources"};

void check_sections(const Page& page, Problems& problems) {
  std::vector<std::string> found;
  for (const auto& heading : headings_of(page.source))
    if (heading.level == 2) found.push_back(heading.text);
  auto last = found.begin();
  for (const auto& title : required_sections) {
    if (title == "Measured" && !page.not_measured.empty()) continue;
    const auto at = std::find(found.begin(), found.end(), title);
    if (at == found.end())
      problems.push_back({place(page.path, 1),
                          "the section \"## " + title + "\" is missing" +
                              (title == "Measured" ? "; a term without a quantity says why in \"not_measured\"" : "")});
    else if (at < last)
      problems.push_back({place(page.path, 1), "the section \"## " + title + "\" stands too early; the order is " +
                                                   joined(required_sections, ", ")});
    else
      last = at;
  }
}

void check_sources(const Page& page, Problems& problems) {
  const auto sources = section(page, "Sources");
  if (!sources) return;  // reported as a missing section
  int items = 0;
  for (auto line : lines_of(*sources)) items += line.starts_with("- ") && trim(line.substr(2)).size() > 10;
  if (items == 0)
    problems.push_back({place(page.path, 1),
                        "the section \"Sources\" names no source: list document and section, one \"- \" line each"});
}

void check_signatures(const Page& page, Problems& problems) {
  const auto where = place(page.path, 1);
  if (page.written_by == page.reviewed_by && page.written_by != "pending")
    problems.push_back(
        {where, "\"" + page.written_by + "\" cannot review a page of their own: name another reviewer or \"pending\""});
  for (const auto& [key, date] :
       {std::pair{"written_on", page.written_on}, std::pair{"last_checked_on", page.last_checked_on}})
    if (date != "pending" && !is_iso_date(date))
      problems.push_back({where, fmt::format("\"{}\" is \"{}\", but has to be YYYY-MM-DD or \"pending\"", key, date)});
}

void check_blocks(const Site& site, const Page& page, Problems& problems) {
  std::set<std::string> kinds;
  for (const auto& block : blocks_of(page.source)) {
    const auto where = place(page.path, line_at(page.source, block.begin));
    kinds.insert(block.kind);
    try {
      if (render_block(site, page, block) != page.source.substr(block.content, block.content_end - block.content) &&
          block.kind != "table")  // tables: check_measured says which number
        problems.push_back(
            {where, "the block \"" + block.kind + "\" differs from its source: run course_site refresh"});
    } catch (const std::runtime_error& fault) {
      problems.push_back({where, fault.what()});
    }
  }
  for (const char* kind : {"facts", "code", "related", "byline"})
    if (!kinds.contains(kind))
      problems.push_back({place(page.path, 1), fmt::format("the page has no block \"<!-- begin {} -->\"", kind)});
}

}  // namespace

Problems check_form(const Site& site, const Page& page) {
  Problems problems;
  const auto where = place(page.path, 1);
  if (!page.title.ends_with('?'))
    problems.push_back(
        {where, "the title \"" + page.title + "\" is no question: a reader comes with one (What is ...?)"});
  if (page.definition.empty() || page.definition.starts_with("<!--") || !page.definition.ends_with('.'))
    problems.push_back(
        {where, "the definition is missing: one sentence that ends with a full stop, right below the title"});
  const auto& cc = page.compute_capability;
  const auto dot = cc.find('.');
  const auto digits = [](std::string_view s) { return !s.empty() && s.find_first_not_of("0123456789") == s.npos; };
  if (!cc.empty() && (dot == cc.npos || !digits(cc.substr(0, dot)) || !digits(cc.substr(dot + 1))))
    problems.push_back({where, "\"compute_capability\" is \"" + cc + "\", but has to be of the form 7.5"});
  const auto links = links_of(page.source);
  if (std::none_of(links.begin(), links.end(), [](const Link& link) { return link.image; }))
    problems.push_back({where, "the page has no diagram: ![what it shows](figures/" + page.stem + ".svg)"});
  try {
    const int words = word_count(page.source);
    if (words < fewest_words || words > most_words)
      problems.push_back({where, fmt::format("the page has {} words of its own; pages have {} to {}", words,
                                             fewest_words, most_words)});
    check_blocks(site, page, problems);
  } catch (const std::runtime_error& fault) {
    problems.push_back({where, fault.what()});
  }
  check_sections(page, problems);
  check_sources(page, problems);
  check_signatures(page, problems);
  return problems;
}

}  // namespace site
