#include "docs/site/page.h"

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

namespace site {
namespace {

using nlohmann::json;

constexpr std::string_view metadata_opening = "<!-- page";
const std::vector<std::string> known_keys = {"category",    "compute_capability", "related",
                                             "labs",        "not_measured",       "written_by",
                                             "reviewed_by", "written_on",         "last_checked_on"};

class Metadata {
 public:
  Metadata(const json& object, const std::string& where, Problems& problems)
      : object_(object), where_(where), problems_(problems) {
    for (const auto& [key, value] : object.items())
      if (std::find(known_keys.begin(), known_keys.end(), key) == known_keys.end())
        problems_.push_back(
            {where_, "the metadata has the unknown key \"" + key + "\"; known are " + joined(known_keys, ", ")});
  }
  std::string text(const char* key, bool required = true) const {
    const auto found = object_.find(key);
    if (found != object_.end() && found->is_string() && !found->get<std::string>().empty()) return *found;
    if (required || found != object_.end())
      problems_.push_back({where_, std::string("the metadata needs \"") + key + "\" as a text that is not empty"});
    return {};
  }
  std::vector<std::string> list(const char* key) const {
    const auto found = object_.find(key);
    if (found != object_.end() && found->is_array() &&
        std::all_of(found->begin(), found->end(), [](const json& j) { return j.is_string(); }))
      return *found;
    problems_.push_back(
        {where_, std::string("the metadata needs \"") + key + "\" as a list of texts ([] if there are none)"});
    return {};
  }

 private:
  const json& object_;
  const std::string& where_;
  Problems& problems_;
};

void read_metadata(Page& page, Problems& problems) {
  const std::string where = place(page.path, 1);
  const auto end = page.source.find("-->");
  if (!page.source.starts_with(metadata_opening) || end == std::string::npos) {
    problems.push_back({where, "the page has to start with its metadata: <!-- page {json} -->"});
    return;
  }
  json object = json::parse(page.source.substr(metadata_opening.size(), end - metadata_opening.size()), nullptr, false);
  if (!object.is_object()) {
    problems.push_back({where, "the metadata between \"<!-- page\" and \"-->\" is not a JSON object"});
    return;
  }
  const Metadata metadata(object, where, problems);
  page.category = metadata.text("category");
  page.compute_capability = metadata.text("compute_capability");
  page.related = metadata.list("related");
  page.labs = metadata.list("labs");
  page.not_measured = metadata.text("not_measured", false);
  page.written_by = metadata.text("written_by");
  page.reviewed_by = metadata.text("reviewed_by");
  page.written_on = metadata.text("written_on");
  page.last_checked_on = metadata.text("last_checked_on");
}

}  // namespace

bool is_iso_date(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (i != 4 && i != 7 && !std::isdigit(static_cast<unsigned char>(text[i]))) return false;
  const int month = std::stoi(std::string(text.substr(5, 2))), day = std::stoi(std::string(text.substr(8, 2)));
  return month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

bool Page::draft() const {
  const auto named = [](const std::string& name) { return !name.empty() && name != "pending"; };
  return !(named(written_by) && named(reviewed_by) && written_by != reviewed_by && is_iso_date(written_on) &&
           is_iso_date(last_checked_on));
}

Page parse_page(const std::filesystem::path& path, std::string source, Problems& problems) {
  Page page;
  page.path = path;
  page.stem = path.stem().string();
  page.source = std::move(source);
  read_metadata(page, problems);
  const auto headings = headings_of(page.source);
  if (headings.empty() || headings.front().level != 1) {
    problems.push_back({place(path, 1), "the page has no title: a line \"# What is ...?\" has to follow the metadata"});
    return page;
  }
  page.title = headings.front().text;
  const auto rest = trim(std::string_view(page.source).substr(headings.front().body));
  page.definition = std::string(trim(rest.substr(0, rest.find("\n\n"))));
  std::replace(page.definition.begin(), page.definition.end(), '\n', ' ');
  return page;
}

std::optional<std::string_view> section(const Page& page, std::string_view title) {
  const auto headings = headings_of(page.source);
  for (std::size_t i = 0; i < headings.size(); ++i) {
    if (headings[i].level != 2 || headings[i].text != title) continue;
    std::size_t end = page.source.size();
    for (std::size_t next = i + 1; next < headings.size(); ++next)
      if (headings[next].level <= 2) {
        end = headings[next].begin;
        break;
      }
    return std::string_view(page.source).substr(headings[i].body, end - headings[i].body);
  }
  return std::nullopt;
}

}  // namespace site
