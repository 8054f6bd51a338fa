#include "near.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace course {

int edit_distance(std::string_view a, std::string_view b) {
  // Optimal string alignment: three rows of the usual table are enough.
  std::vector<int> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

namespace {

std::vector<std::string_view> parts_of(std::string_view name) {
  std::vector<std::string_view> parts;
  for (std::size_t start = 0; start <= name.size();) {
    const auto end = std::min(name.find('_', start), name.size());
    parts.push_back(name.substr(start, end - start));
    start = end + 1;
  }
  return parts;
}

/// bytes_per_byte in bytes_per_useful_byte: a word was left out, the others stand in their order.
bool lacks_words(std::string_view name, std::string_view longer) {
  const auto parts = parts_of(name), all = parts_of(longer);
  auto part = parts.begin();
  for (auto at = all.begin(); at != all.end() && part != parts.end(); ++at)
    if (*at == *part) ++part;
  return parts.size() > 1 && part == parts.end();
}

}  // namespace

std::vector<std::string> near_matches(std::string_view word, const std::vector<std::string>& known) {
  std::vector<std::pair<int, std::string>> scored;
  for (const std::string& candidate : known) {
    int distance = edit_distance(word, candidate);
    // A part of a longer name ("coalesc", "scale") is near, too.
    if (word.size() >= 3 && candidate.find(word) != std::string::npos) distance = 1;
    if (distance > 2 && lacks_words(word, candidate)) distance = 2;
    if (distance <= std::max(2, static_cast<int>(word.size()) / 3)) scored.emplace_back(distance, candidate);
  }
  std::stable_sort(scored.begin(), scored.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> names;
  for (const auto& [distance, name] : scored)
    if (names.size() < 3 && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  return names;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& known) {
  const auto names = near_matches(word, known);
  return names.empty() ? "" : fmt::format("; did you mean {}?", fmt::join(names, " or "));
}

}  // namespace course
