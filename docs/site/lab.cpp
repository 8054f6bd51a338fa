#include "docs/site/lab.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace site {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

Lab parse_lab(const fs::path& path, const std::string& text) {
  const json object = json::parse(text);
  Lab lab;
  lab.folder = path.parent_path().filename().string();
  lab.path = path;
  lab.title = object.at("title");
  lab.summary = object.at("summary");
  lab.order = object.at("order");
  lab.teaches = object.at("teaches").get<std::vector<std::string>>();
  lab.needs = object.at("needs").get<std::vector<std::string>>();
  for (const auto& task : object.at("tasks")) {
    lab.tasks.push_back({task.at("name"), task.at("file"), task.at("summary"), task.at("points")});
    for (const auto& check : task.at("checks")) {
      if (check.contains("glossary")) lab.referred.push_back(check["glossary"]);
      for (const auto& limit : check.value("limits", nlohmann::json::object()))
        if (limit.contains("glossary")) lab.referred.push_back(limit["glossary"]);
    }
  }
  return lab;
}

}  // namespace

std::vector<Lab> load_labs(const fs::path& root, Problems& problems) {
  std::vector<Lab> labs;
  if (!fs::is_directory(root / "labs")) return labs;
  std::vector<fs::path> folders;
  for (const auto& entry : fs::directory_iterator(root / "labs"))
    if (fs::exists(entry.path() / "lab.json")) folders.push_back(entry.path().filename());
  std::sort(folders.begin(), folders.end());
  for (const auto& folder : folders) {
    const fs::path path = fs::path("labs") / folder / "lab.json";
    try {
      labs.push_back(parse_lab(path, read_file(root / path)));
    } catch (const json::exception& broken) {
      problems.push_back(
          {path.generic_string(), std::string("the lab's description cannot be read: ") + broken.what()});
    }
  }
  return labs;
}

}  // namespace site
