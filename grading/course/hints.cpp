#include "hints.h"

#include <algorithm>

namespace course {
namespace {

bool is_narrow(const Hint& hint) { return !hint.fault.empty() || !hint.says.empty(); }

bool fits(const Hint& hint, const CheckResult& check) {
  return (hint.when == "any" || hint.when == check.name) && (hint.fault.empty() || hint.fault == check.fault) &&
         (hint.says.empty() || check.message.find(hint.says) != std::string::npos);
}

// Correctness comes before counts, except in a starter: there the lesson is the matter, and what else it lacks follows.
std::vector<const CheckResult*> checks_to_mend(const TaskResult& result) {
  std::vector<const CheckResult*> wrong, counts;
  for (const CheckResult& check : result.checks)
    if (check.failed()) (check.kind == "correctness" ? wrong : counts).push_back(&check);
  if (result.verdict == Verdict::todo) counts.insert(counts.end(), wrong.begin(), wrong.end());
  return wrong.empty() || result.verdict == Verdict::todo ? counts : wrong;
}

}  // namespace

std::vector<Offer> offers(const Task& task, const TaskResult& result) {
  const auto checks = checks_to_mend(result);
  std::vector<Offer> list;
  const auto add = [&](auto wanted) {
    for (const CheckResult* check : checks)
      for (const Hint& hint : task.hints) {
        const bool there =
            std::any_of(list.begin(), list.end(), [&](const Offer& offer) { return offer.hint == &hint; });
        if (!there && wanted(hint) && fits(hint, *check)) list.push_back({&hint, check});
      }
  };
  add([](const Hint& hint) { return is_narrow(hint); });
  add([](const Hint& hint) { return hint.when != "any"; });
  add([](const Hint&) { return true; });
  return list;
}

}  // namespace course
