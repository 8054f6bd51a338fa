#include "docs/site/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "docs/site/figure.h"

namespace site {
namespace {

namespace fs = std::filesystem;

bool contains(const std::vector<std::string>& list, const std::string& word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

bool uses(const Lab& lab, const std::string& stem) { return contains(lab.teaches, stem) || contains(lab.needs, stem); }

void check_target(const Site& site, const Document& from, const Link& link, const std::string& where,
                  Problems& problems) {
  const auto hash = link.target.find('#');
  const std::string anchor = hash == std::string::npos ? "" : link.target.substr(hash + 1);
  const fs::path to = hash == 0 ? from.path : resolve(site, from.path, link.target);
  if (to.empty()) {
    problems.push_back({where, "the link \"" + link.target + "\" leads out of the repository"});
  } else if (!fs::exists(site.root / to)) {
    problems.push_back(
        {where, "dead link: \"" + link.target + "\" is meant to be " + to.generic_string() + ", which does not exist"});
  } else if (!anchor.empty() && to.extension() == ".md") {
    const auto headings = headings_of(read_file(site.root / to));
    if (std::none_of(headings.begin(), headings.end(), [&](const Heading& h) { return h.anchor == anchor; }))
      problems.push_back({where, "dead link: " + to.generic_string() + " has no heading for \"#" + anchor + "\""});
  }
}

}  // namespace

Problems check_relations(const Site& site) {
  Problems problems;
  for (const auto& page : site.glossary) {
    const auto where = place(page.path, 1);
    for (const auto& stem : page.related) {
      const Page* other = site.page(stem);
      if (!other)
        problems.push_back(
            {where, fmt::format("dead link: \"related\" names \"{0}\", but there is no glossary/{0}.md", stem)});
      else if (!contains(other->related, page.stem))
        problems.push_back(
            {where, fmt::format("one-way link: \"related\" names \"{}\", but {} does not name \"{}\" in return", stem,
                                other->path.generic_string(), page.stem)});
    }
    for (const auto& folder : page.labs) {
      const Lab* lab = site.lab(folder);
      if (!lab)
        problems.push_back(
            {where, fmt::format("dead link: \"labs\" names \"{0}\", but there is no labs/{0}/lab.json", folder)});
      else if (!uses(*lab, page.stem))
        problems.push_back(
            {where,
             fmt::format(
                 "one-way link: \"labs\" names \"{}\", but {} has \"{}\" neither under \"teaches\" nor under \"needs\"",
                 folder, lab->path.generic_string(), page.stem)});
    }
    const bool referred = std::any_of(site.glossary.begin(), site.glossary.end(), [&](const Page& other) {
      return &other != &page && contains(other.related, page.stem);
    });
    if (!referred &&
        std::none_of(site.labs.begin(), site.labs.end(), [&](const Lab& lab) { return uses(lab, page.stem); }))
      problems.push_back({where, "orphan page: no other page and no lab leads here"});
  }
  for (const auto& lab : site.labs) {
    const auto where = lab.path.generic_string();
    for (const auto* list : {&lab.teaches, &lab.needs})
      for (const auto& stem : *list) {
        const Page* page = site.page(stem);
        const char* key = list == &lab.teaches ? "teaches" : "needs";
        if (!page)
          problems.push_back(
              {where, fmt::format("dead link: \"{0}\" names \"{1}\", but there is no glossary/{1}.md", key, stem)});
        else if (!contains(page->labs, lab.folder))
          problems.push_back(
              {where, fmt::format("one-way link: \"{}\" names \"{}\", but {} does not name \"{}\" under \"labs\"", key,
                                  stem, page->path.generic_string(), lab.folder)});
      }
    for (const auto& stem : lab.referred)
      if (!site.page(stem))
        problems.push_back(
            {where,
             fmt::format("dead link: a check sends the student to \"{0}\", but there is no glossary/{0}.md", stem)});
  }
  return problems;
}

Problems check_links(const Site& site) {
  Problems problems;
  for (const auto& [path, document] : site.documents) {
    if (path.extension() != ".md") continue;
    for (const auto& link : links_of(document.text)) {
      const auto where = place(path, line_at(document.text, link.begin));
      if (link.image && trim(link.text).empty())
        problems.push_back(
            {where, "the image " + link.target + " has no alternative text: say in ![...] what it shows"});
      if (!is_external(link.target)) check_target(site, document, link, where, problems);
    }
    const std::string plain = without_code(document.text);
    for (auto at = plain.find("<img"); at != std::string::npos; at = plain.find("<img", at + 1))
      if (plain.substr(at, plain.find('>', at) - at).find("alt=\"") == std::string::npos)
        problems.push_back(
            {place(path, line_at(plain, at)), "this <img> has no alternative text: give it alt=\"what it shows\""});
  }
  return problems;
}

Problems check_files(const Site& site) {
  Problems problems;
  const std::string navigation = "docs/site/navigation.json";
  for (const auto& stem : site.guides)
    if (!site.documents.contains(fs::path("docs") / (stem + ".md")))
      problems.push_back(
          {navigation, fmt::format("dead link: \"guides\" names \"{0}\", but there is no docs/{0}.md", stem)});
  for (const auto& [path, document] : site.documents)
    if (document.kind == Kind::guide && !contains(site.guides, path.stem().string()))
      problems.push_back(
          {path.generic_string(), "orphan page: " + navigation + " does not name \"" + path.stem().string() + "\""});
  for (const auto& lab : site.labs)
    if (!site.documents.contains(fs::path("labs") / lab.folder / "README.md"))
      problems.push_back({lab.path.generic_string(), "the lab has no README.md beside it"});

  std::set<fs::path> shown;
  for (const auto& page : site.glossary)
    for (const auto& link : links_of(page.source))
      if (link.image) shown.insert(resolve(site, page.path, link.target));
  const fs::path figures = "glossary/figures";
  if (!fs::is_directory(site.root / figures)) return problems;
  for (const auto& entry : fs::directory_iterator(site.root / figures)) {
    const fs::path path = figures / entry.path().filename(), svg = fs::path(path).replace_extension(".svg");
    if (path.extension() == ".svg" && !shown.contains(path))
      problems.push_back({path.generic_string(), "orphan figure: no glossary page shows it"});
    if (path.extension() != ".json") continue;
    try {
      if (!fs::exists(site.root / svg) || read_file(site.root / svg) != render_figure(read_file(entry.path())))
        problems.push_back({svg.generic_string(), "the figure differs from its description " +
                                                      path.filename().string() + ": run course_site refresh"});
    } catch (const std::runtime_error& fault) {
      problems.push_back({path.generic_string(), fault.what()});
    }
  }
  return problems;
}

Problems check(const Site& site) {
  Problems all = site.problems;
  const auto append = [&](const Problems& some) { all.insert(all.end(), some.begin(), some.end()); };
  for (const auto& page : site.glossary) {
    append(check_form(site, page));
    append(check_measured(site, page));
  }
  append(check_relations(site));
  append(check_links(site));
  append(check_files(site));
  append(check_figures(site));
  return all;
}

}  // namespace site
