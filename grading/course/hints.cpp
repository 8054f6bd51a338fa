#include "hints.h"

#include <algorithm>

namespace course {
namespace {

bool is_narrow(const Hint& hint) { return !hint.fault.empty() || !hint.says.empty(); }

/// Of timed calls that went wrong, or whose times are not believed, nothing is said about speed.
bool is_slow(const CheckResult& check) { return check.kind == "speed" && check.fault == "limit"; }

bool fits(const Hint& hint, const CheckResult& check) {
  if (check.kind == "speed" && !is_slow(check) && hint.when != "any" && hint.fault.empty()) return false;
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

Hint for_any_task(const char* text) { return {.when = "any", .fault = "", .says = "", .text = text}; }

/// For a kernel that is slow by the clock of a real GPU alone, in ways that no lesson counts. A lab's own hints for its speed
/// check come before them.
const std::vector<Hint> for_speed = {
    for_any_task("Look first at what the host does in your function. Everything between its call and the end of its last kernel is "
                 "timed: memory that it allocates and frees, a cudaDeviceSynchronize between two kernels, a copy that nobody needs. "
                 "Which of them can go?"),
    for_any_task("How many bytes has each multiprocessor on the way at once? A load takes hundreds of cycles, and only other loads "
                 "fill them: of more warps, or of the same thread. Few blocks leave it idle, and so does a thread that loads one "
                 "element and then waits at a barrier: let it load several before (glossary/latency-hiding.md, "
                 "glossary/thread-coarsening.md)."),
    for_any_task("How many blocks run at once, and how many rounds do they take? A grid of a few blocks uses a few multiprocessors, "
                 "and so does the last round of a larger one (glossary/wave-and-tail.md).")};

/// A kernel that may be right, with an instruction that only a real GPU runs: nothing else can be said of it.
const Hint for_unsupported = for_any_task(
    "The simulated GPU runs and counts ordinary loads and stores, atomic functions, shuffles, votes, barriers, surfaces and textures. "
    "Asynchronous copies (cp.async), tensor cores and the like it does not have. The line that is named has to do without: a plain "
    "load into a register, and a plain store, move the same bytes.");

}  // namespace

std::vector<Offer> offers(const Task& task, const TaskResult& result) {
  const auto checks = checks_to_mend(result);
  std::vector<Offer> list;
  for (const CheckResult* check : checks)
    if (check->fault == "unsupported") return {{&for_unsupported, check}};
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
  if (!checks.empty() && std::all_of(checks.begin(), checks.end(), [](const CheckResult* check) { return is_slow(*check); }))
    for (const Hint& hint : for_speed) list.push_back({&hint, checks.front()});
  return list;
}

}  // namespace course
