#include "docs/site/search_index.h"

#include <nlohmann/json.hpp>

namespace site {
namespace {

using nlohmann::json;

void remove_between(std::string& text, std::string_view opening, std::string_view closing) {
  for (auto begin = text.find(opening); begin != std::string::npos; begin = text.find(opening, begin)) {
    const auto end = text.find(closing, begin + opening.size());
    text.erase(begin, end == std::string::npos ? end : end + closing.size() - begin);
  }
}

}  // namespace

std::string plain_words(std::string_view markdown) {
  std::string text(markdown);
  remove_between(text, "<!--", "-->");
  remove_between(text, "```", "```");
  const auto links = links_of(text);
  for (auto link = links.rbegin(); link != links.rend(); ++link)
    text.replace(link->begin, link->end - link->begin, link->image ? "" : link->text);
  std::string out;
  for (auto line : lines_of(text)) {
    line = trim(line);
    if (line.empty() || line.starts_with('|') || line == "---") continue;
    if (!out.empty()) out += ' ';
    for (char c : line)
      if (c != '*' && c != '`' && c != '#') out += c;
  }
  return out;
}

std::string search_index(const Site& site) {
  json entries = json::array();
  for (const auto& [path, document] : site.documents) {
    if (path.extension() != ".md") continue;
    const auto headings = headings_of(document.text);
    for (std::size_t i = 0; i < headings.size(); ++i) {
      const bool top = i == 0;
      const auto end = i + 1 < headings.size() ? headings[i + 1].begin : document.text.size();
      const std::string text =
          plain_words(std::string_view(document.text).substr(headings[i].body, end - headings[i].body));
      entries.push_back({{"title", plain_words(document.title)},
                         {"heading", top ? "" : plain_words(headings[i].text)},
                         {"url", document.id + ".html" + (top ? "" : "#" + document.id + "-" + headings[i].anchor)},
                         {"text", text}});
    }
  }
  return "const courseSearch = " + entries.dump(1) + ";\n";
}

}  // namespace site
