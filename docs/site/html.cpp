#include "docs/site/html.h"

#include <fmt/format.h>

#include <cctype>
#include <map>
#include <optional>
#include <set>

namespace site {
namespace {

namespace fs = std::filesystem;

// Calls visit(tag text, offset) for each start tag outside scripts and comments.
template <class Visit>
void for_each_tag(std::string_view html, Visit visit) {
  for (std::size_t at = html.find('<'); at != html.npos; at = html.find('<', at)) {
    if (html.substr(at, 4) == "<!--") {
      at = html.find("-->", at);
    } else {
      const auto end = html.find('>', at);
      if (end == html.npos) return;
      const auto tag = html.substr(at, end - at + 1);
      visit(tag, at);
      at = tag.starts_with("<script") ? html.find("</script", end) : end;
    }
    if (at == html.npos) return;
  }
}

std::optional<std::string> attribute(std::string_view tag, std::string_view name) {
  const std::string key = fmt::format(" {}=\"", name);
  const auto at = tag.find(key);
  if (at == tag.npos) return std::nullopt;
  const auto begin = at + key.size();
  return std::string(tag.substr(begin, tag.find('"', begin) - begin));
}

std::vector<fs::path> html_files(const fs::path& folder) {
  std::vector<fs::path> files;
  if (fs::is_directory(folder))
    for (const auto& entry : fs::directory_iterator(folder))
      if (entry.path().extension() == ".html") files.push_back(entry.path());
  return files;
}

using Anchors = std::map<fs::path, std::set<std::string>>;

Anchors anchors_of(const std::vector<fs::path>& files) {
  Anchors anchors;
  for (const auto& file : files) {
    auto& own = anchors[file.filename()];
    for_each_tag(read_file(file), [&](std::string_view tag, std::size_t) {
      for (const char* key : {"id", "name"})
        if (auto value = attribute(tag, key)) own.insert(*value);
    });
  }
  return anchors;
}

bool is_remote(std::string_view target) {
  return target.find("://") != target.npos || target.starts_with("mailto:") || target.starts_with("javascript:") ||
         target.starts_with("data:");
}

}  // namespace

Problems check_html(const fs::path& folder) {
  Problems problems;
  const auto files = html_files(folder);
  if (files.empty()) problems.push_back({folder.string(), "there is no page here: build the site first (target docs)"});
  const Anchors anchors = anchors_of(files);
  for (const auto& file : files) {
    const std::string html = read_file(file);
    for_each_tag(html, [&](std::string_view tag, std::size_t at) {
      const auto where = [&] { return place(file.filename(), line_at(html, at)); };
      if (tag.starts_with("<img") && !attribute(tag, "alt"))
        problems.push_back({where(), "an image without alternative text: " + std::string(tag)});
      for (const char* key : {"href", "src"}) {
        const auto target = attribute(tag, key);
        if (!target || target->empty() || is_remote(*target)) continue;
        const auto hash = target->find('#');
        const std::string path = target->substr(0, hash), anchor = hash == target->npos ? "" : target->substr(hash + 1);
        const fs::path name = path.empty() ? file.filename() : fs::path(path);
        const auto known = anchors.find(name);
        if (!fs::exists(folder / name))
          problems.push_back({where(), "dead link: there is no " + name.string()});
        else if (!anchor.empty() && known != anchors.end() && !known->second.contains(anchor))
          problems.push_back({where(), fmt::format("dead link: {} has no place \"#{}\"", name.string(), anchor)});
      }
    });
  }
  return problems;
}

std::vector<std::string> documented_kernels(std::string_view source) {
  std::vector<std::string> kernels;
  const auto lines = lines_of(source);
  bool documented = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto line = trim(lines[i]);
    if (line.starts_with("/**") || line.starts_with("///") || line.ends_with("*/")) {
      documented = documented || line.starts_with("/**") || line.starts_with("///");
    } else if (line.empty() || line.starts_with("*") || line.starts_with("template") || line.starts_with("//! [")) {
      continue;  // inside a comment, or between comment and kernel (a line //! [marker] frames an excerpt)
    } else if (const auto at = line.find("__global__"); at != line.npos && documented) {
      // The name stands before the parenthesis of the parameters, not before that of the launch bounds.
      auto head = line.substr(at);
      if (const auto bounds = head.find("__launch_bounds__"); bounds != head.npos)
        head = head.substr(head.find(')', bounds) + 1);
      head = trim(head.substr(0, head.find('(')));
      const auto end = head.size();
      auto begin = end;
      while (begin > 0 && (std::isalnum(static_cast<unsigned char>(head[begin - 1])) || head[begin - 1] == '_'))
        --begin;
      if (begin < end) kernels.emplace_back(head.substr(begin, end - begin));
      documented = false;
    } else {
      documented = false;
    }
  }
  return kernels;
}

Problems check_kernels(const fs::path& folder, const std::vector<fs::path>& sources) {
  Problems problems;
  std::set<std::string> entries;
  for (const auto& file : html_files(folder)) {
    const std::string html = read_file(file);
    for (auto at = html.find("class=\"memname\""); at != html.npos; at = html.find("class=\"memname\"", at + 1)) {
      // <td class="memname">__global__ void <a ...>name</a></td>: the last word before the cell's end
      std::string word;
      bool tag = true;
      for (char c : html.substr(at, html.find("</td>", at) - at)) {
        if (c == '<')
          tag = true;
        else if (c == '>')
          tag = false;
        else if (!tag)
          word += c;
      }
      const auto text = trim(word);
      entries.emplace(text.substr(text.find_last_of(" *&") + 1));
    }
  }
  int documented = 0;
  for (const auto& source : sources)
    for (const auto& kernel : documented_kernels(read_file(source))) {
      ++documented;
      if (!entries.contains(kernel))
        problems.push_back(
            {source.string(), "the kernel " + kernel +
                                  " is documented, but has no entry in the site: EXTENSION_MAPPING and FILE_PATTERNS "
                                  "of docs/Doxyfile.in have to name the file's extension"});
    }
  if (documented == 0)
    problems.push_back({"docs/Doxyfile.in", "no documented kernel was found in the CUDA files to check the site by"});
  return problems;
}

Problems check_warnings(const fs::path& log, const fs::path& pages) {
  Problems problems;
  const std::string text = read_file(log), prefix = pages.string();
  for (auto line : lines_of(text))
    if (const auto at = line.find("warning:"); line.starts_with(prefix) && at != line.npos)
      problems.push_back({std::string(trim(line.substr(0, at))), "Doxygen: " + std::string(trim(line.substr(at + 8)))});
  return problems;
}

}  // namespace site
