#include "grading/timing/judgement.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "grading/timing/statistics.h"

namespace course::timing {
namespace {

std::vector<double> times(const std::vector<Round>& rounds, Sample Round::*who) {
  std::vector<double> list;
  for (const Round& round : rounds) list.push_back((round.*who).ms);
  return list;
}

// What messages between two processes added to a call.
std::vector<double> added(const std::vector<Round>& rounds, Sample Round::*who) {
  std::vector<double> list;
  for (const Round& round : rounds) list.push_back((round.*who).outside - (round.*who).ms);
  return list;
}

constexpr Sample Round::*references[] = {&Round::slow, &Round::plain, &Round::solution, &Round::copy};

// The references do the same work in every round, so what their times differ by is the machine's doing, and the
// student's time may be off by as much.
double guard_of(const std::vector<Round>& rounds, const std::string& slowed) {
  double guard = least_guard;
  for (const auto who : references) guard = std::max(guard, spread(times(rounds, who)));
  return slowed.empty() ? guard : std::max(guard, 1 + limit_margin);
}

// What messages cost, in ms. A processor with other work delays single calls by some milliseconds, anybody's; work that is
// hidden from the events is hidden in every round, or the ratios of the others would give it away.
struct Messages {
  double usual = 0;      // median, of the given kernel where it is largest
  double own = 0;        // median of the student's
  double own_least = 0;  // first tenth of the student's
  double most_believed() const { return 3 * usual + 1; }
};

Messages messages_of(const std::vector<Round>& rounds) {
  Messages messages;
  for (const auto who : {&Round::slow, &Round::plain, &Round::solution})
    messages.usual = std::max(messages.usual, median(added(rounds, who)));
  const auto own = added(rounds, &Round::student);
  messages.own = median(own);
  messages.own_least = quantile(own, 0.1);
  return messages;
}

// A sentence if the student's time cannot be one of the function's.
std::optional<std::string> unbelievable(const std::vector<Round>& rounds, const Work& work, const Judgement& seen) {
  // The copy at its best: a copy loop of a neighbour's must not make an honest kernel look too fast. Reading alone is a
  // few percent faster than copying.
  const auto copies = times(rounds, &Round::copy);
  const double best_copy = *std::min_element(copies.begin(), copies.end());
  if (work.useful_bytes > 0 && work.copy_bytes > 0) {
    const double share = static_cast<double>(work.useful_bytes) / static_cast<double>(work.copy_bytes);
    const double floor_ms = best_copy * share / above_copy;
    if (seen.student_ms < floor_ms)
      return fmt::format(
          "This measurement is not believable: {:.3g} ms for work that takes this GPU's memory {:.3g} ms at the speed "
          "of its own copy. Part of the work was not done inside the call, or it was not timed.",
          seen.student_ms, best_copy * share);
  }
  const Messages messages = messages_of(rounds);
  if (messages.own_least > messages.most_believed())
    return fmt::format(
        "This measurement is not believable: the device's events say {:.3g} ms, but on the grader's clock the call took "
        "{:.3g} ms longer, where the given kernels take {:.3g} ms longer. Work was left for after the second event, or "
        "the events were tampered with.",
        seen.student_ms, messages.own, messages.usual);
  return std::nullopt;
}

std::string figures(const Judgement& seen) {
  std::string text = fmt::format("{:.3g} ms, where less than {:.3g} ms passes (given slow kernel {:.3g} ms, plain version "
                                 "{:.3g} ms, solution {:.3g} ms)",
                                 seen.student_ms, seen.limit_ms, seen.slow_ms, seen.plain_ms, seen.solution_ms);
  if (seen.mastery > 0) text += fmt::format("; {:.0f} % of the speed of this GPU's own copy", 100 * seen.mastery);
  return text + ".";
}

std::vector<double> over_limit(const std::vector<Round>& rounds) {
  std::vector<double> ratios;
  for (const Round& round : rounds)
    ratios.push_back(round.student.ms / geometric_mean(round.slow.ms, round.plain.ms));
  return ratios;
}

// A limit has to be limit_margin away from both.
bool apart(double slow_ms, double plain_ms) { return slow_ms / plain_ms >= least_difference; }

Judgement medians(const std::vector<Round>& rounds, const Work& work) {
  Judgement seen;
  seen.rounds = static_cast<int>(rounds.size());
  seen.student_ms = median(times(rounds, &Round::student));
  seen.slow_ms = median(times(rounds, &Round::slow));
  seen.plain_ms = median(times(rounds, &Round::plain));
  seen.solution_ms = median(times(rounds, &Round::solution));
  seen.copy_ms = median(times(rounds, &Round::copy));
  seen.limit_ms = geometric_mean(seen.slow_ms, seen.plain_ms);
  if (work.copy_bytes > 0)
    seen.mastery = static_cast<double>(work.useful_bytes) / static_cast<double>(work.copy_bytes) * seen.copy_ms /
                   seen.student_ms;
  seen.ratio = median(over_limit(rounds));
  return seen;
}

}  // namespace

bool hopeless(const std::vector<Round>& rounds) {
  constexpr double worth_stopping_ms = 500;
  if (rounds.size() < 2 || median(times(rounds, &Round::student)) < worth_stopping_ms) return false;
  if (guard_of(rounds, "") > most_guard) return false;
  // Without a limit between them nobody is over it.
  if (!apart(median(times(rounds, &Round::slow)), median(times(rounds, &Round::plain)))) return false;
  const auto ratios = over_limit(rounds);
  return *std::min_element(ratios.begin(), ratios.end()) > 30;
}

Judgement judge_hopeless(const std::vector<Round>& rounds, const Work& work) {
  Judgement seen = medians(rounds, work);
  seen.answer = Answer::fail;
  const auto ratios = over_limit(rounds);
  const auto [least, most] = std::minmax_element(ratios.begin(), ratios.end());
  seen.ratio_low = *least;
  seen.ratio_high = *most;
  seen.sentence = figures(seen) + fmt::format(" It was not timed more often: {:.0f} times over the limit is beyond doubt.", *least);
  return seen;
}

Judgement judge(const std::vector<Round>& rounds, const Work& work, double error, const std::string& slowed) {
  if (rounds.empty()) {
    Judgement nothing;
    nothing.sentence = "Nothing was timed.";
    return nothing;
  }
  Judgement seen = medians(rounds, work);
  seen.guard = guard_of(rounds, slowed);
  const std::vector<double> ratios = over_limit(rounds);
  const auto interval = median_interval(ratios, error);
  if (interval) {
    seen.ratio_low = interval->low;
    seen.ratio_high = interval->high;
  }

  const std::string noise =
      slowed.empty() ? fmt::format("times of the given kernels vary by a factor of {:.2f}", seen.guard) : slowed;
  const bool noisy = seen.guard > most_guard;
  if (!noisy && interval) {
    if (auto sentence = unbelievable(rounds, work, seen)) {
      seen.answer = Answer::not_believable;
      seen.sentence = std::move(*sentence);
      return seen;
    }
    const bool limited = apart(seen.slow_ms, seen.plain_ms);
    if (!limited && seen.guard < 1 + limit_margin) {
      seen.answer = Answer::no_difference;
      seen.sentence = fmt::format("On this GPU the given slow kernel takes {:.3g} ms and the plain version {:.3g} ms: "
                                  "too little apart for a limit between them, so speed is not judged here.",
                                  seen.slow_ms, seen.plain_ms);
      return seen;
    }
    // Where noise hides whether they are apart, there is no limit to be below or above of.
    if (limited && interval->high * seen.guard < 1) seen.answer = Answer::pass;
    if (limited && interval->low > seen.guard) seen.answer = Answer::fail;
    if (const Messages messages = messages_of(rounds);
        seen.answer == Answer::pass && messages.own > messages.most_believed()) {
      seen.answer = Answer::inconclusive;
      seen.sentence = figures(seen) + fmt::format(
          " Not certain: on the grader's clock most calls took {:.3g} ms longer than the device's events say, where the given "
          "kernels take {:.3g} ms longer, and some did not. Something else uses this machine's processors; grade again when "
          "it is quiet. It costs nothing.", messages.own, messages.usual);
      return seen;
    }
  }
  seen.sentence = figures(seen);
  if (seen.answer == Answer::inconclusive)
    seen.sentence += noisy || !slowed.empty() || seen.guard > 1.1
                         ? fmt::format(" Too noisy to say: {}. Something else uses this GPU (nvidia-smi lists it), or it changes "
                                       "its clocks; grade again when it is quiet. It costs nothing.",
                                       noise)
                         : " Too near to the limit to say: between them lies less than this GPU's own noise. It costs nothing; "
                           "what is still between your kernel and the plain version makes it clear.";
  return seen;
}

}  // namespace course::timing
