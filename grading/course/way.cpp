#include "way.h"

#include <algorithm>

namespace course {
namespace {

bool teaches(const LabEntry& entry, const std::string& stem) {
  return entry.lab && std::find(entry.lab->teaches.begin(), entry.lab->teaches.end(), stem) != entry.lab->teaches.end();
}

}  // namespace

std::vector<const LabEntry*> way_through(const std::vector<LabEntry>& labs) {
  std::vector<const LabEntry*> left, way;
  for (const LabEntry& entry : labs)
    if (entry.lab) left.push_back(&entry);
  const auto is_open = [&](const LabEntry* entry) {
    return std::any_of(entry->lab->needs.begin(), entry->lab->needs.end(), [&](const std::string& stem) {
      return std::any_of(left.begin(), left.end(),
                         [&](const LabEntry* other) { return other != entry && teaches(*other, stem); });
    });
  };
  while (!left.empty()) {
    auto next = std::find_if(left.begin(), left.end(), [&](const LabEntry* entry) { return !is_open(entry); });
    if (next == left.end()) next = left.begin();
    way.push_back(*next);
    left.erase(next);
  }
  for (const LabEntry& entry : labs)
    if (!entry.lab) way.push_back(&entry);
  return way;
}

}  // namespace course
