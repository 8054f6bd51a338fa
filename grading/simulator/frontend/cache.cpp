#include "grading/simulator/frontend/cache.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <utility>

namespace sim::frontend {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_objects = 500;

std::optional<std::string> contents(const fs::path& file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return std::nullopt;  // a device or a pipe may never end
  std::ifstream in(file, std::ios::binary);
  if (!in) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(in), {});
}

std::optional<std::string> hash_of_file(const fs::path& file) {
  const std::optional<std::string> text = contents(file);
  return text ? std::optional(fmt::format("{:016x}", hash(*text))) : std::nullopt;
}

// Removes the objects that were not used for longest.
void prune(const fs::path& folder) {
  std::error_code error;
  std::vector<std::pair<fs::file_time_type, fs::path>> lists;
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == ".files") lists.emplace_back(entry.last_write_time(error), entry.path());
  if (lists.size() <= most_objects) return;
  std::sort(lists.begin(), lists.end());
  lists.resize(lists.size() - most_objects);
  for (auto& [time, list] : lists) {
    const std::string key = list.stem().string();
    for (const auto& entry : fs::directory_iterator(folder, error))
      if (entry.path().filename().string().starts_with(key)) fs::remove(entry.path(), error);
  }
}

// Beside an object: its warnings, each ended by a zero byte. Without warnings there is no file.
fs::path warnings_file(fs::path object) { return object.replace_extension(".warnings"); }

std::vector<std::string> read_warnings(const fs::path& object) {
  std::vector<std::string> all;
  std::ifstream in(warnings_file(object), std::ios::binary);
  for (std::string warning; std::getline(in, warning, '\0');) all.push_back(warning);
  return all;
}

// The whole text, or false and nothing in its place.
bool write(const fs::path& file, std::string_view text) {
  const fs::path part = file.string() + fmt::format(".part.{}", ::getpid());
  std::ofstream out(part, std::ios::binary);
  out << text;
  out.close();
  std::error_code error;
  if (out) fs::rename(part, file, error);
  if (out && !error) return true;
  fs::remove(part, error);
  return false;
}

}  // namespace

std::uint64_t hash(std::string_view text, std::uint64_t seed) {
  for (const char c : text) seed = (seed ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return seed;
}

std::optional<Cache::Kept> Cache::find(const std::string& key) const {
  const fs::path list = folder_ / (key + ".files");
  std::ifstream lines(list);
  std::string object, line;
  if (!std::getline(lines, object)) return std::nullopt;
  while (std::getline(lines, line)) {
    const std::size_t space = line.find(' ');
    if (space == std::string::npos) return std::nullopt;
    if (hash_of_file(line.substr(space + 1)) != line.substr(0, space)) return std::nullopt;
  }
  std::error_code error;
  const fs::path path = folder_ / object;
  if (!fs::is_regular_file(path, error)) return std::nullopt;
  fs::last_write_time(list, fs::file_time_type::clock::now(), error);  // used now: pruned last
  return Kept{path, read_warnings(path)};
}

std::optional<fs::path> Cache::keep(const std::string& key, const fs::path& made, const std::vector<std::string>& files,
                                    const std::vector<std::string>& warnings) const {
  std::string list;
  std::uint64_t all = hash(key);
  for (const std::string& file : files) {
    const std::optional<std::string> its = hash_of_file(file);
    if (!its) return std::nullopt;
    list += *its + " " + file + "\n";
    all = hash(*its, all);
  }
  // One name per contents: two processes that compile versions of one file never overwrite each other's object.
  const std::string object = fmt::format("{}-{:016x}.o", key, all);
  std::error_code error;
  fs::rename(made, folder_ / object, error);
  if (error) return std::nullopt;
  std::string warned;
  for (const std::string& warning : warnings) warned += warning + '\0';
  // The list last: with it the object is found.
  if (!warned.empty() && !write(warnings_file(folder_ / object), warned)) return std::nullopt;
  if (!write(folder_ / (key + ".files"), object + "\n" + list)) return std::nullopt;
  prune(folder_);
  return folder_ / object;
}

std::vector<std::string> files_of_rule(const fs::path& rule) {
  const std::string text = contents(rule).value_or("");
  std::vector<std::string> files;
  std::string word;
  const auto flush = [&] {
    if (!word.empty()) files.push_back(std::exchange(word, {}));
  };
  for (std::size_t i = text.find(':') + 1; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] == '\n') ++i, flush();
    else if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] == ' ') ++i, word += ' ';
    else if (text[i] == '$' && i + 1 < text.size() && text[i + 1] == '$') ++i, word += '$';
    else if (text[i] == ' ' || text[i] == '\n') flush();
    else word += text[i];
  }
  flush();
  return files;
}

}  // namespace sim::frontend
