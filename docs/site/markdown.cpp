#include "docs/site/markdown.h"

#include <cctype>
#include <map>
#include <stdexcept>

#include "docs/site/text.h"

namespace site {
namespace {

void blank(std::string& text, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end && i < text.size(); ++i)
    if (text[i] != '\n') text[i] = ' ';
}

// Offset after the comment that starts at `begin`.
std::size_t comment_end(std::string_view text, std::size_t begin) {
  const auto end = text.find("-->", begin);
  return end == std::string_view::npos ? text.size() : end + 3;
}

}  // namespace

std::string without_code(std::string_view text) {
  std::string out(text);
  bool at_line_start = true;
  for (std::size_t i = 0; i < out.size();) {
    if (at_line_start && out.compare(i, 3, "```") == 0) {
      auto end = out.find("\n```", i);
      end = end == std::string::npos ? out.size() : end + 4;
      blank(out, i, end);
      i = end;
      at_line_start = false;
    } else if (out.compare(i, 4, "<!--") == 0) {
      const auto end = comment_end(out, i);
      blank(out, i, end);
      i = end;
      at_line_start = false;
    } else if (out[i] == '`') {
      // A code span closes with as many backticks as it opened with; an unclosed one is plain text.
      std::size_t ticks = 0;
      while (i + ticks < out.size() && out[i + ticks] == '`') ++ticks;
      const auto end = out.find(std::string(ticks, '`'), i + ticks);
      const auto paragraph = out.find("\n\n", i);
      if (end != std::string::npos && end < paragraph) {
        blank(out, i, end + ticks);
        i = end + ticks;
      } else {
        i += ticks;
      }
      at_line_start = false;
    } else {
      at_line_start = out[i] == '\n';
      ++i;
    }
  }
  return out;
}

std::vector<Link> links_of(std::string_view text) {
  const std::string plain = without_code(text);
  std::vector<Link> links;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    if (plain[i] != '[') continue;
    const auto close = plain.find("](", i);
    if (close == std::string::npos) break;
    // A bracket inside the text means that the link starts further right.
    if (plain.find('[', i + 1) < close || plain.find("\n\n", i) < close) continue;
    const auto end = plain.find(')', close);
    if (end == std::string::npos) break;
    Link link;
    link.image = i > 0 && plain[i - 1] == '!';
    link.begin = link.image ? i - 1 : i;
    link.end = end + 1;
    link.text = std::string(text.substr(i + 1, close - i - 1));
    link.target = std::string(trim(text.substr(close + 2, end - close - 2)));
    links.push_back(link);
    i = end;
  }
  return links;
}

std::vector<Heading> headings_of(std::string_view text) {
  const std::string plain = without_code(text);
  std::vector<Heading> headings;
  std::map<std::string, int> seen;
  for (std::size_t begin = 0; begin < plain.size();) {
    auto end = plain.find('\n', begin);
    if (end == std::string::npos) end = plain.size();
    int level = 0;
    while (begin + static_cast<std::size_t>(level) < end && plain[begin + static_cast<std::size_t>(level)] == '#')
      ++level;
    if (level >= 1 && level <= 6 && plain[begin + static_cast<std::size_t>(level)] == ' ') {
      Heading heading;
      heading.level = level;
      // Code spans belong to the heading's text, so take it from the original.
      const auto first = begin + static_cast<std::size_t>(level);
      heading.text = std::string(trim(text.substr(first, end - first)));
      heading.anchor = slug(heading.text);
      if (const int n = seen[heading.anchor]++) heading.anchor.append("-").append(std::to_string(n));
      heading.begin = begin;
      heading.body = end == plain.size() ? end : end + 1;
      headings.push_back(heading);
    }
    begin = end + 1;
  }
  return headings;
}

std::vector<Block> blocks_of(std::string_view text) {
  constexpr std::string_view opening = "<!-- begin ";
  std::vector<Block> blocks;
  for (auto at = text.find(opening); at != std::string_view::npos; at = text.find(opening, at)) {
    Block block;
    block.begin = at;
    const auto close = text.find("-->", at);
    if (close == std::string_view::npos) throw std::runtime_error("a comment that opens a block has no end");
    const auto head = trim(text.substr(at + opening.size(), close - at - opening.size()));
    const auto space = head.find_first_of(" \n");
    block.kind = std::string(head.substr(0, space));
    if (space != std::string_view::npos) block.arguments = std::string(trim(head.substr(space)));
    block.content = close + 3;
    if (block.content < text.size() && text[block.content] == '\n') ++block.content;
    const std::string ending = "<!-- end " + block.kind + " -->";
    block.content_end = text.find(ending, block.content);
    if (block.content_end == std::string_view::npos)
      throw std::runtime_error("block '" + block.kind + "' has no \"" + ending + "\"");
    block.end = block.content_end + ending.size();
    at = block.end;
    blocks.push_back(block);
  }
  return blocks;
}

int word_count(std::string_view text) {
  std::string own(text);
  for (const auto& block : blocks_of(text)) blank(own, block.begin, block.end);
  own = without_code(own);
  int words = 0;
  for (auto line : lines_of(own)) {
    if (line.starts_with("|")) continue;
    bool in_word = false;
    for (unsigned char c : line) {
      const bool letter = std::isalnum(c) != 0;
      if (letter && !in_word) ++words;
      in_word = letter || (in_word && (c == '-' || c == '\'' || c == '_' || c == '.'));
    }
  }
  return words;
}

}  // namespace site
