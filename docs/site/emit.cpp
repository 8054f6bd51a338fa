#include "docs/site/emit.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "docs/site/search_index.h"

namespace site {
namespace {

namespace fs = std::filesystem;

std::string first_upper(std::string text) {
  if (!text.empty()) text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return text;
}

// Text for a table cell.
std::string cell(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  std::replace(text.begin(), text.end(), '|', '/');
  return text;
}

std::string term_table(const Site& site, const std::vector<std::string>& stems) {
  std::string out = "| term | in one sentence |\n| --- | --- |\n";
  for (const auto& stem : stems)
    if (const Page* page = site.page(stem))
      out += fmt::format("| [{}]({}.html) | {} |\n", page->title, stem, cell(page->definition));
  return out;
}

// The generated end of a lab's page: what lab.json knows.
std::string lab_facts(const Site& site, const Lab& lab) {
  const std::string id = "lab-" + lab.folder;
  std::string out = fmt::format(
      "\n## Tasks and points {{#{}-tasks-and-points}}\n\n| task | file | points | what to do |\n| --- | --- | ---: | "
      "--- |\n",
      id);
  for (const auto& task : lab.tasks)
    out += fmt::format("| `{}` | `{}` | {} | {} |\n", task.name, task.file, task.points, cell(task.summary));
  out += fmt::format("\n## Terms this lab teaches {{#{}-teaches}}\n\n{}", id, term_table(site, lab.teaches));
  if (!lab.needs.empty())
    out += fmt::format("\n## Terms it takes for granted {{#{}-needs}}\n\n{}", id, term_table(site, lab.needs));
  if (site.documents.contains(fs::path("solutions") / lab.folder / "README.md"))
    out +=
        fmt::format("\nWhen you have tried: [the solutions, and why they are fast](solution-{}.html).\n", lab.folder);
  return out;
}

// Headings of index pages are plain HTML: as sections they would stand in the tree among the pages.
std::string glossary_index(const Site& site) {
  std::map<std::string, std::string> by_category;
  for (const auto& page : site.glossary)
    by_category[page.category] +=
        fmt::format("| @subpage {} \"{}\" | {} |\n", page.stem, page.title, cell(page.definition));
  std::string out =
      "# Glossary {#glossary}\n\nOne term a page. Every table under *Measured* is made from recorded counts of a real "
      "GPU.\n";
  for (const auto& [category, rows] : by_category)
    out += fmt::format("\n<h2>{}</h2>\n\n| term | in one sentence |\n| --- | --- |\n{}", first_upper(category), rows);
  return out;
}

std::string lab_index(const Site& site) {
  std::string out = "# Labs {#labs}\n\n| lab | lesson | points |\n| --- | --- | ---: |\n";
  std::vector<const Lab*> order;
  for (const auto& lab : site.labs) order.push_back(&lab);
  std::sort(order.begin(), order.end(), [](const Lab* a, const Lab* b) { return a->order < b->order; });
  for (const Lab* lab : order) {
    int points = 0;
    for (const auto& task : lab->tasks) points += task.points;
    out += fmt::format("| @subpage lab-{} \"Lab {:02}: {}\" | {} | {} |\n", lab->folder, lab->order, lab->title,
                       cell(lab->summary), points);
  }
  out += "\n<h2>Solutions</h2>\n\nEach says why it is fast and what it costs.\n\n";
  for (const auto& [path, document] : site.documents)
    if (document.kind == Kind::solution) out += fmt::format("- @subpage {}\n", document.id);
  return out;
}

std::string guide_index(const Site& site) {
  std::string out = "# Guides {#guides}\n\n";
  for (const auto& stem : site.guides) out += fmt::format("- @subpage docs-{}\n", stem);
  std::string quoted;
  for (const auto& [path, document] : site.documents)
    if (document.kind == Kind::reference || document.kind == Kind::source)
      quoted += fmt::format("- @subpage {}\n", document.id);
  if (!quoted.empty()) out += "\n<h2>Files that the pages quote</h2>\n\n" + quoted;
  return out;
}

std::string landing(const Site& site) {
  std::string text = read_file(site.root / "docs/site/landing.md");
  std::string labs;
  for (const auto& lab : site.labs)
    labs += fmt::format("<li><a href=\"lab-{}.html\">Lab {:02}: {}</a>: {}</li>\n", lab.folder, lab.order,
                        html_escaped(lab.title), html_escaped(lab.summary));
  const std::string mark = "<!-- labs -->";
  if (const auto at = text.find(mark); at != std::string::npos) text.replace(at, mark.size(), labs);
  return text;
}

}  // namespace

void emit(const Site& site, const fs::path& folder) {
  std::set<fs::path> kept;
  std::vector<fs::path> pictures;
  const auto put = [&](const std::string& name, const std::string& text) {
    write_if_changed(folder / name, text);
    kept.insert(folder / name);
  };
  for (const auto& [path, document] : site.documents) {
    std::string text = to_doxygen(site, document, pictures);
    if (document.kind == Kind::lab)
      if (const Lab* lab = site.lab(path.parent_path().filename().string())) text += lab_facts(site, *lab);
    put(document.id + ".md", text);
  }
  put("glossary.md", glossary_index(site));
  put("labs.md", lab_index(site));
  put("guides.md", guide_index(site));
  put("mainpage.md", landing(site));
  put("extra/search-index.js", search_index(site));
  fs::create_directories(folder / "extra");
  for (const auto& picture : pictures) {
    fs::copy_file(site.root / picture, folder / "extra" / picture.filename(), fs::copy_options::overwrite_existing);
    kept.insert(folder / "extra" / picture.filename());
  }
  std::vector<fs::path> stale;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file() && !kept.contains(entry.path())) stale.push_back(entry.path());
  for (const auto& path : stale) fs::remove(path);
}

}  // namespace site
