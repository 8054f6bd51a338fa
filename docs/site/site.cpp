#include "docs/site/site.h"

#include <algorithm>
#include <deque>
#include <nlohmann/json.hpp>

namespace site {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> markdown_files(const fs::path& root, const fs::path& folder) {
  std::vector<fs::path> files;
  if (fs::is_directory(root / folder))
    for (const auto& entry : fs::directory_iterator(root / folder))
      if (entry.path().extension() == ".md") files.push_back(folder / entry.path().filename());
  std::sort(files.begin(), files.end());
  return files;
}

Document make_document(const Site& site, Kind kind, std::string id, const fs::path& path) {
  Document document{kind, std::move(id), path, path.filename().string(), read_file(site.root / path)};
  if (path.extension() == ".md") {
    const auto headings = headings_of(document.text);
    if (!headings.empty()) document.title = headings.front().text;
  } else {
    document.title = path.generic_string();
  }
  return document;
}

void add(Site& site, Kind kind, std::string id, const fs::path& path) {
  if (!fs::exists(site.root / path)) return;
  site.documents.emplace(path, make_document(site, kind, std::move(id), path));
}

void read_navigation(Site& site) {
  const fs::path path = "docs/site/navigation.json";
  const auto object = nlohmann::json::parse(read_file(site.root / path), nullptr, false);
  if (object.is_object() && object.contains("guides") && object["guides"].is_array())
    site.guides = object["guides"].get<std::vector<std::string>>();
  else
    site.problems.push_back(
        {path.generic_string(), "the file has to hold {\"guides\": [stems of docs/*.md in reading order]}"});
}

// Linked files join the site, and what they link to in turn.
void follow_links(Site& site) {
  std::deque<fs::path> open;
  for (const auto& [path, document] : site.documents) open.push_back(path);
  while (!open.empty()) {
    const fs::path from = open.front();
    open.pop_front();
    if (from.extension() != ".md") continue;
    for (const auto& link : links_of(site.documents.at(from).text)) {
      if (link.image || is_external(link.target) || link.target.starts_with('#')) continue;
      const fs::path to = resolve(site, from, link.target);
      if (to.empty() || site.documents.contains(to) || !fs::is_regular_file(site.root / to)) continue;
      const bool page = to.extension() == ".md";
      add(site, page ? Kind::reference : Kind::source, (page ? "page-" : "source-") + path_id(to), to);
      open.push_back(to);
    }
  }
}

}  // namespace

const Page* Site::page(const std::string& stem) const {
  const auto found = std::find_if(glossary.begin(), glossary.end(), [&](const Page& p) { return p.stem == stem; });
  return found == glossary.end() ? nullptr : &*found;
}

const Lab* Site::lab(const std::string& folder) const {
  const auto found = std::find_if(labs.begin(), labs.end(), [&](const Lab& l) { return l.folder == folder; });
  return found == labs.end() ? nullptr : &*found;
}

bool is_external(std::string_view target) {
  return target.starts_with("https://") || target.starts_with("http://") || target.starts_with("mailto:");
}

fs::path resolve(const Site& site, const fs::path& from, std::string_view target) {
  const fs::path root = fs::weakly_canonical(site.root);
  const auto path = fs::weakly_canonical(root / from.parent_path() / std::string(target.substr(0, target.find('#'))));
  fs::path relative = path.lexically_relative(root);
  if (relative.empty() || *relative.begin() == "..") return {};
  if (relative.has_filename() == false) relative = relative.parent_path();
  if (fs::is_directory(root / relative) && fs::exists(root / relative / "README.md")) relative /= "README.md";
  if (relative.extension() == ".cu") {
    const fs::path pristine = relative.parent_path() / "grader" / "starter" / relative.filename();
    if (fs::exists(root / pristine)) return pristine;
  }
  return relative;
}

Site load_site(const fs::path& root) {
  Site site;
  site.root = root;
  read_navigation(site);
  for (const auto& path : markdown_files(root, "glossary")) {
    if (path.filename() == "README.md") continue;
    site.glossary.push_back(parse_page(path, read_file(root / path), site.problems));
    add(site, Kind::glossary, path.stem().string(), path);
  }
  site.labs = load_labs(root, site.problems);
  for (const auto& lab : site.labs) {
    add(site, Kind::lab, "lab-" + lab.folder, fs::path("labs") / lab.folder / "README.md");
    add(site, Kind::solution, "solution-" + lab.folder, fs::path("solutions") / lab.folder / "README.md");
  }
  for (const auto& path : markdown_files(root, "docs")) add(site, Kind::guide, "docs-" + path.stem().string(), path);
  follow_links(site);
  return site;
}

}  // namespace site
