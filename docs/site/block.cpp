#include "docs/site/block.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "docs/site/data.h"
#include "docs/site/figure.h"

namespace site {
namespace {

namespace fs = std::filesystem;

std::string capitalised(std::string text) {
  if (!text.empty()) text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return text;
}

std::string facts(const Page& page) {
  return fmt::format("*{} · compute capability {} and later{}*\n", capitalised(page.category), page.compute_capability,
                     page.draft() ? " · draft" : "");
}

std::string byline(const Page& page) {
  return fmt::format("*Written by: {} · reviewed by: {} · written on: {} · last checked on: {}.{}*\n", page.written_by,
                     page.reviewed_by, page.written_on, page.last_checked_on,
                     page.draft() ? " A draft until an author and another reviewer have signed it." : "");
}

std::string related(const Site& site, const Page& page) {
  std::string out = "## Related terms\n\n";
  for (const auto& stem : page.related) {
    const Page* other = site.page(stem);
    if (!other)
      throw std::runtime_error("\"related\" names \"" + stem + "\", but there is no glossary/" + stem + ".md");
    out += fmt::format("- [{}]({}.md)\n", other->title, stem);
  }
  out += "\n## Labs where you meet it\n\n";
  if (page.labs.empty()) out += "None yet.\n";
  for (const auto& folder : page.labs) {
    const Lab* lab = site.lab(folder);
    if (!lab)
      throw std::runtime_error("\"labs\" names \"" + folder + "\", but there is no labs/" + folder + "/lab.json");
    const bool taught = std::find(lab->teaches.begin(), lab->teaches.end(), page.stem) != lab->teaches.end();
    out += fmt::format("- [Lab {:02}: {}](../labs/{}/README.md) {}\n", lab->order, lab->title, folder,
                       taught ? "teaches it." : "needs it.");
  }
  return out;
}

std::string code(const Site& site, const Page& page, const Block& block) {
  const auto wanted = nlohmann::json::parse(block.arguments, nullptr, false);
  if (!wanted.is_object() || !wanted.contains("file") || !wanted.contains("marker"))
    throw std::runtime_error("a code block needs {\"file\": path, \"marker\": name}");
  const fs::path file = wanted["file"].get<std::string>();
  if (!fs::exists(site.root / file))
    throw std::runtime_error("there is no file " + file.generic_string() + " to quote");
  if (resolve(site, "", file.generic_string()) != file)
    throw std::runtime_error(file.generic_string() +
                             " is edited by students; quote its copy in grader/starter or the solution");
  return fmt::format("From [{}]({}):\n\n```cpp\n{}```\n", file.filename().string(),
                     file.lexically_relative(page.path.parent_path()).generic_string(),
                     excerpt(read_file(site.root / file), wanted["marker"]));
}

}  // namespace

std::string excerpt(std::string_view source, const std::string& marker) {
  const std::string line_of_marker = "//! [" + marker + "]";
  std::vector<std::string_view> kept;
  int met = 0;
  for (auto line : lines_of(source)) {
    const auto text = trim(line);
    if (text == line_of_marker)
      ++met;
    else if (met == 1 && !text.starts_with("//! ["))
      kept.push_back(line);
  }
  if (met != 2)
    throw std::runtime_error(
        fmt::format("the line \"{}\" has to stand twice in the file (before and after the excerpt), "
                    "but stands there {} times",
                    line_of_marker, met));
  std::size_t indent = std::string_view::npos;
  for (auto line : kept)
    if (!trim(line).empty()) indent = std::min(indent, line.find_first_not_of(' '));
  std::string out;
  for (auto line : kept) out += std::string(line.size() > indent ? line.substr(indent) : trim(line)) + "\n";
  return out;
}

std::string render_block(const Site& site, const Page& page, const Block& block) {
  if (block.kind == "facts") return facts(page);
  if (block.kind == "byline") return byline(page);
  if (block.kind == "related") return related(site, page);
  if (block.kind == "code") return code(site, page, block);
  if (block.kind == "table") return render_table(site.root, page.path.parent_path(), block.arguments);
  throw std::runtime_error("unknown kind of block \"" + block.kind + "\" (facts, table, code, related, byline)");
}

std::string refreshed(const Site& site, const Page& page) {
  std::string out;
  std::size_t done = 0;
  for (const auto& block : blocks_of(page.source)) {
    out += page.source.substr(done, block.content - done) + render_block(site, page, block);
    done = block.content_end;
  }
  return out + page.source.substr(done);
}

std::vector<fs::path> refresh(const Site& site) {
  std::vector<fs::path> written;
  for (const auto& page : site.glossary)
    if (write_if_changed(site.root / page.path, refreshed(site, page))) written.push_back(page.path);
  const fs::path figures = "glossary/figures";
  if (fs::is_directory(site.root / figures))
    for (const auto& entry : fs::directory_iterator(site.root / figures)) {
      if (entry.path().extension() != ".json") continue;
      const fs::path svg = figures / entry.path().stem().concat(".svg");
      if (write_if_changed(site.root / svg, render_figure(read_file(entry.path())))) written.push_back(svg);
    }
  return written;
}

}  // namespace site
