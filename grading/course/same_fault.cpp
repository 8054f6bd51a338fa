#include "same_fault.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <span>
#include <string>
#include <string_view>

namespace course {
namespace {

/// Faults after which no result came back: the next check ends like that for the same reason.
constexpr std::array<std::string_view, 9> endings = {"crash",         "time-limit",    "memory-limit",
                                                     "output-limit",  "process-limit", "early-exit",
                                                     "out-of-memory", "no-launch",     "refused-launch"};

/// Faults without a line that say the same in every case: what differs are sizes, indices and how many elements.
constexpr std::array<std::string_view, 2> repeated = {"not-written", "cuda-error"};

/// What a lesson says in front when it stops at the result (Check::judge_correctness).
constexpr std::string_view not_judged = "Counts are not judged, since the result is not right. ";

bool is_one_of(std::span<const std::string_view> faults, const std::string& fault) {
  return std::find(faults.begin(), faults.end(), fault) != faults.end();
}

/// The names between back quotes and of statuses: `sums`, cudaErrorInvalidValue. Two messages with the same of them, in
/// the same order, are about the same arrays and calls.
std::vector<std::string> names_in(const std::string& message) {
  std::vector<std::string> names;
  for (std::size_t at = 0; at < message.size(); ++at) {
    const bool quoted = message[at] == '`';
    if (!quoted && message.compare(at, 4, "cuda") != 0) continue;
    std::size_t end = at + 1;
    while (end < message.size() && (quoted ? message[end] != '`' : std::isalnum(static_cast<unsigned char>(message[end])) != 0)) ++end;
    names.push_back(message.substr(at, end - at));
    at = end;
  }
  return names;
}

/// "16 wavefronts" and "8.5 wavefronts" are one sentence; "a.cu:7" and "a.cu:8" are two places.
std::string without_counts(const std::string& message) {
  std::string text;
  for (std::size_t at = 0; at < message.size(); ++at) {
    const bool digit = std::isdigit(static_cast<unsigned char>(message[at])) != 0;
    if (!digit || (at > 0 && message[at - 1] == ':')) {
      text += message[at];
      while (digit && at + 1 < message.size() && std::isdigit(static_cast<unsigned char>(message[at + 1])) != 0) text += message[++at];
      continue;
    }
    at = std::min(message.find_first_not_of("0123456789.", at), message.size()) - 1;
    while (message[at] == '.') --at;  // the end of the sentence
    text += '#';
  }
  return text;
}

bool same(const CheckResult& a, const CheckResult& b) {
  if (a.fault != b.fault || a.where != b.where) return false;
  if (a.fault == "limit") return !a.where.empty() && without_counts(a.message) == without_counts(b.message);
  // A check with several findings says more than its first.
  if (b.message.find('\n') != std::string::npos) return false;
  if (!a.where.empty() || is_one_of(endings, a.fault)) return true;
  if (is_one_of(repeated, a.fault) && names_in(a.message) == names_in(b.message)) return true;
  // A lesson that stops at a wrong result of the same array has nothing to add to the check that is about results.
  return b.message.starts_with(not_judged) && !a.message.starts_with(not_judged) && names_in(a.message) == names_in(b.message);
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
