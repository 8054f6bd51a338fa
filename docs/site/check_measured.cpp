// "No measured number is typed by hand": the tables of a "Measured" section have to equal what the data files give,
// and its prose may only use numbers that its tables hold.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <stdexcept>

#include "docs/site/block.h"
#include "docs/site/check.h"

namespace site {
namespace {

std::vector<std::string> cells_of(std::string_view row) {
  std::vector<std::string> cells;
  row = trim(row);
  if (row.starts_with('|')) row.remove_prefix(1);
  while (!row.empty()) {
    const auto bar = row.find('|');
    cells.emplace_back(trim(row.substr(0, bar)));
    row = bar == std::string_view::npos ? std::string_view{} : row.substr(bar + 1);
  }
  return cells;
}

// Numbers that stand alone: the 4 of `float4` is none, the 5 of "5 sectors" and of "5-sector" is one.
std::vector<std::string> numbers_of(std::string_view text) {
  std::vector<std::string> numbers;
  for (std::size_t i = 0; i < text.size();) {
    const auto digit = [&](std::size_t k) {
      return k < text.size() && std::isdigit(static_cast<unsigned char>(text[k]));
    };
    if (!digit(i)) {
      ++i;
      continue;
    }
    std::size_t end = i;
    while (digit(end) || (end < text.size() && (text[end] == '.' || text[end] == ',') && digit(end + 1))) ++end;
    const bool alone = i == 0 || !(std::isalnum(static_cast<unsigned char>(text[i - 1])) || text[i - 1] == '_');
    if (alone) numbers.emplace_back(text.substr(i, end - i));
    i = end;
  }
  return numbers;
}

void compare(const Page& page, const Block& block, const std::string& expected, Problems& problems) {
  const auto have = lines_of(std::string_view(page.source).substr(block.content, block.content_end - block.content));
  const auto want = lines_of(expected);
  const int first_line = line_at(page.source, block.content);
  for (std::size_t i = 0; i < std::max(have.size(), want.size()); ++i) {
    const auto mine = i < have.size() ? have[i] : std::string_view{},
               theirs = i < want.size() ? want[i] : std::string_view{};
    if (mine == theirs) continue;
    const auto where = place(page.path, first_line + static_cast<int>(i));
    const auto cells = cells_of(mine), right = cells_of(theirs);
    if (mine.starts_with('|') && theirs.starts_with('|') && cells.size() == right.size()) {
      for (std::size_t c = 0; c < cells.size(); ++c)
        if (cells[c] != right[c])
          problems.push_back(
              {where, fmt::format("the table says \"{}\" where the data file gives \"{}\": run course_site refresh",
                                  cells[c], right[c])});
    } else {
      problems.push_back({where, "the table differs from what its data file gives: run course_site refresh"});
    }
    if (cells.size() != right.size()) return;  // everything below is shifted
  }
}

}  // namespace

Problems check_measured(const Site& site, const Page& page) {
  Problems problems;
  const auto measured = section(page, "Measured");
  if (!measured) return problems;  // check_form asks for it
  const auto begin = static_cast<std::size_t>(measured->data() - page.source.data()), end = begin + measured->size();

  std::string prose = without_code(page.source);
  std::set<std::string> known;
  int tables = 0;
  try {
    for (const auto& block : blocks_of(page.source)) {
      if (block.begin < begin || block.begin >= end) continue;
      for (auto i = block.begin; i < block.end; ++i)
        if (prose[i] != '\n') prose[i] = ' ';
      if (block.kind != "table") continue;
      ++tables;
      const std::string expected = render_block(site, page, block);
      compare(page, block, expected, problems);
      for (const auto& number : numbers_of(expected)) known.insert(number);
    }
  } catch (const std::runtime_error&) {
    return problems;  // check_form names the broken block
  }
  if (tables == 0)
    problems.push_back(
        {place(page.path, line_at(page.source, begin)), "the section \"Measured\" has no table made from a data file"});

  std::size_t at = begin;
  for (auto line : lines_of(std::string_view(prose).substr(begin, end - begin))) {
    const auto where = place(page.path, line_at(page.source, at));
    at += line.size() + 1;
    for (const auto& number : numbers_of(line))
      if (line.starts_with('|'))
        problems.push_back(
            {where, "the number " + number +
                        " of this table comes from no data file: make the table with <!-- begin table {...} -->"});
      else if (!known.contains(number))
        problems.push_back(
            {where, "the number " + number +
                        " under \"Measured\" stands in no table of the section, so no data file vouches for it"});
  }
  return problems;
}

}  // namespace site
