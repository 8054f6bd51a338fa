// course_site: checks the pages of glossary, labs and guides and makes from them what Doxygen reads.
// Exit status 0: all well; 1: problems, one a line; 2: something could not be read or written.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>

#include "docs/site/block.h"
#include "docs/site/check.h"
#include "docs/site/emit.h"
#include "docs/site/html.h"

namespace {

namespace fs = std::filesystem;

int report(const site::Problems& problems) {
  for (const auto& problem : problems) fmt::print(stderr, "{}: {}\n", problem.where, problem.sentence);
  if (!problems.empty()) fmt::print(stderr, "{} problem{}\n", problems.size(), problems.size() == 1 ? "" : "s");
  return problems.empty() ? 0 : 1;
}

std::vector<fs::path> cuda_files(const fs::path& root, const std::vector<std::string>& folders) {
  std::vector<fs::path> files;
  for (const auto& folder : folders)
    if (fs::is_directory(root / folder))
      for (const auto& entry : fs::recursive_directory_iterator(root / folder))
        if (const auto ext = entry.path().extension(); ext == ".cu" || ext == ".cuh") files.push_back(entry.path());
  return files;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Checks and makes the site of the course"};
  app.require_subcommand(1);
  std::string root = ".", folder, log, pages_folder;
  std::vector<std::string> sources;

  auto* check = app.add_subcommand("check", "every rule of the pages; one sentence a problem");
  auto* refresh = app.add_subcommand("refresh", "rewrite the generated blocks of the glossary and its figures");
  auto* pages = app.add_subcommand("pages", "check, then write what Doxygen reads");
  auto* html = app.add_subcommand("html", "check the finished site");
  for (auto* command : {check, refresh, pages})
    command->add_option("root", root, "the repository")->check(CLI::ExistingDirectory);
  pages->add_option("--out", folder, "folder for Doxygen's input")->required();
  html->add_option("folder", folder, "the site")->required();
  html->add_option("--root", root, "the repository");
  html->add_option("--sources", sources, "folders whose documented kernels have to be in the site");
  html->add_option("--log", log, "Doxygen's warnings");
  html->add_option("--pages", pages_folder, "the folder whose pages may have no warnings");
  CLI11_PARSE(app, argc, argv);

  try {
    if (html->parsed()) {
      auto problems = site::check_html(folder);
      const auto append = [&](const site::Problems& some) {
        problems.insert(problems.end(), some.begin(), some.end());
      };
      if (!sources.empty()) append(site::check_kernels(folder, cuda_files(root, sources)));
      if (!log.empty()) append(site::check_warnings(log, pages_folder));
      return report(problems);
    }
    const auto site = site::load_site(root);
    if (refresh->parsed()) {
      for (const auto& file : site::refresh(site)) fmt::print("rewrote {}\n", file.generic_string());
      return 0;
    }
    const auto problems = site::check(site);
    if (pages->parsed() && problems.empty()) site::emit(site, fs::absolute(folder));
    if (problems.empty())
      fmt::print("{} glossary pages, {} labs, {} pages in all: no problems\n", site.glossary.size(), site.labs.size(),
                 site.documents.size());
    return report(problems);
  } catch (const std::exception& fault) {
    fmt::print(stderr, "course_site: {}\n", fault.what());
    return 2;
  }
}
