#pragma once
// Everything the site is made from, and what becomes a page of it.
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "docs/site/lab.h"
#include "docs/site/page.h"
#include "docs/site/text.h"

namespace site {

enum class Kind { glossary, lab, solution, guide, reference, source };

// One page of the finished site.
struct Document {
  Kind kind = Kind::reference;
  std::string id;              // "sector": the page is sector.html
  std::filesystem::path path;  // from the root
  std::string title;
  std::string text;
};

struct Site {
  std::filesystem::path root;
  std::vector<Page> glossary;                           // sorted by stem
  std::vector<Lab> labs;                                // sorted by folder
  std::vector<std::string> guides;                      // stems of docs/*.md in reading order (navigation.json)
  std::map<std::filesystem::path, Document> documents;  // by path
  Problems problems;                                    // met while reading

  const Page* page(const std::string& stem) const;
  const Lab* lab(const std::string& folder) const;
};

// Reads glossary/*.md, labs/*/lab.json and README.md, solutions/*/README.md and docs/*.md, then follows their links:
// a file that is linked but is none of these becomes a page too, so that every link of the site stays inside it.
Site load_site(const std::filesystem::path& root);

// The file a relative link in `from` means, from the root, anchor left out; a folder means its README.md. The file
// that a student edits stands for its pristine copy, so that the site is the same whatever the student wrote.
// Empty if it leads out of the repository.
std::filesystem::path resolve(const Site& site, const std::filesystem::path& from, std::string_view target);

bool is_external(std::string_view target);  // http, https or mailto

}  // namespace site
