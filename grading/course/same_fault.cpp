#include "same_fault.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace course {
namespace {

/// Faults after which no result came back: the next check ends like that for the same reason.
constexpr std::array<std::string_view, 9> endings = {"crash",         "time-limit",    "memory-limit",
                                                     "output-limit",  "process-limit", "early-exit",
                                                     "out-of-memory", "no-launch",     "refused-launch"};

bool same(const CheckResult& a, const CheckResult& b) {
  if (a.fault != b.fault || a.where != b.where || a.fault == "limit") return false;
  // A check with several findings says more than its first.
  if (b.message.find('\n') != std::string::npos) return false;
  return !a.where.empty() || std::find(endings.begin(), endings.end(), a.fault) != endings.end();
}

}  // namespace

std::vector<Told> by_fault(const std::vector<CheckResult>& checks) {
  std::vector<Told> told;
  for (const CheckResult& check : checks) {
    if (!check.failed()) continue;
    const auto before =
        std::find_if(told.begin(), told.end(), [&](const Told& one) { return same(*one.check, check); });
    if (before == told.end())
      told.push_back({.check = &check, .also = {}});
    else
      before->also.push_back(&check);
  }
  return told;
}

}  // namespace course
