// From the Markdown that GitHub shows to the Markdown that Doxygen reads.
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "docs/site/emit.h"

namespace site {
namespace {

namespace fs = std::filesystem;

struct Edit {
  std::size_t begin, end;
  std::string text;
};

std::string apply(const std::string& text, std::vector<Edit> edits) {
  std::sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) { return a.begin < b.begin; });
  std::string out;
  std::size_t done = 0;
  for (const auto& edit : edits) {
    if (edit.begin < done) continue;  // inside an earlier edit
    out += text.substr(done, edit.begin - done) + edit.text;
    done = edit.end;
  }
  return out + text.substr(done);
}

// An SVG without its own style for bare viewing: on the page it inherits the colours of the text.
std::string inline_svg(const fs::path& file, const std::string& alternative) {
  std::string svg = read_file(file);
  const auto begin = svg.find("<style>svg"), end = svg.find("</style>", begin);
  if (begin != std::string::npos && end != std::string::npos) svg.erase(begin, end + 8 - begin);
  const auto open = svg.find("<svg");
  if (open == std::string::npos) throw std::runtime_error(file.string() + " holds no <svg> element");
  svg.insert(open + 4, fmt::format(" role=\"img\" aria-label=\"{}\"", html_escaped(alternative)));
  // A wide picture scrolls inside its frame on a phone; tabindex lets the keyboard scroll it too.
  return fmt::format(
      "@htmlonly\n<figure class=\"picture\" tabindex=\"0\" role=\"group\" "
      "aria-label=\"Picture\">{}</figure>\n@endhtmlonly",
      svg.substr(open));
}

std::string rewritten_link(const Site& site, const Document& document, const Link& link) {
  const auto hash = link.target.find('#');
  const std::string anchor = hash == std::string::npos ? "" : link.target.substr(hash + 1);
  const fs::path to = hash == 0 ? document.path : resolve(site, document.path, link.target);
  const auto found = site.documents.find(to);
  if (found == site.documents.end()) return link.text;  // a folder: named, but no page
  const auto& id = found->second.id;
  return fmt::format("[{}]({}.html{})", link.text, id, anchor.empty() ? "" : "#" + id + "-" + anchor);
}

// Fence languages Doxygen knows; others are shown as they are.
std::string fence(std::string_view language) {
  if (language == "cpp" || language == "cuda" || language == "c++" || language == "cu") return "```{.cpp}";
  return "```{.unparsed}";
}

}  // namespace

std::string to_doxygen(const Site& site, const Document& document, std::vector<fs::path>& pictures) {
  const std::string& text = document.text;
  if (document.kind == Kind::source) {
    const std::string ext = document.path.extension().string();
    const bool cpp = ext == ".cu" || ext == ".cuh" || ext == ".cpp" || ext == ".h";
    return fmt::format("# {} {{#{}}}\n\n```{{{}}}\n{}\n```\n", document.title, document.id, cpp ? ".cpp" : ".unparsed",
                       text);
  }
  const std::string plain = without_code(text);
  std::vector<Edit> edits;
  bool first = true;
  for (const auto& heading : headings_of(text)) {
    const auto line = std::string(heading.level == 1 && !first ? 2 : static_cast<std::size_t>(heading.level), '#');
    edits.push_back(
        {heading.begin, heading.body,
         fmt::format("{} {} {{#{}}}\n", line, heading.text, first ? document.id : document.id + "-" + heading.anchor)});
    first = false;
  }
  for (const auto& link : links_of(text)) {
    if (is_external(link.target)) continue;
    const fs::path to = resolve(site, document.path, link.target);
    if (!link.image) {
      edits.push_back({link.begin, link.end, rewritten_link(site, document, link)});
    } else if (to.extension() == ".svg") {
      edits.push_back({link.begin, link.end, inline_svg(site.root / to, link.text)});
    } else {
      pictures.push_back(to);
      edits.push_back({link.begin, link.end,
                       fmt::format("<img src=\"{}\" alt=\"{}\">", to.filename().string(), html_escaped(link.text))});
    }
  }
  bool in_fence = false;
  for (std::size_t at = 0; at < text.size();
       at = std::min(text.size(), text.find('\n', at) == text.npos ? text.size() : text.find('\n', at) + 1)) {
    if (text.compare(at, 3, "```") == 0) {
      const auto end = std::min(text.find('\n', at), text.size());
      if (!in_fence) edits.push_back({at, end, fence(trim(std::string_view(text).substr(at + 3, end - at - 3)))});
      in_fence = !in_fence;
    } else if (!in_fence && text.compare(at, 4, "<!--") == 0) {
      const auto end = text.find("-->", at);
      if (end != text.npos) edits.push_back({at, end + 3, ""});
    }
  }
  // Doxygen would take @word and \word for commands.
  for (std::size_t i = 0; i < plain.size(); ++i)
    if (plain[i] == '@' || plain[i] == '\\') edits.push_back({i, i + 1, std::string("\\") + plain[i]});
  return apply(text, std::move(edits));
}

}  // namespace site
