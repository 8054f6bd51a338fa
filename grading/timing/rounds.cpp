#include "grading/timing/rounds.h"

#include <thread>

namespace course::timing {

Decision decide(Contest& contest, const Work& work, const Settings& settings) {
  Decision decision;
  while (decision.attempts < settings.attempts) {
    if (decision.attempts > 0) {
      if (settings.wait) {
        settings.wait(settings.pause);
      } else {
        std::this_thread::sleep_for(settings.pause);
      }
    }
    ++decision.attempts;
    decision.rounds.clear();
    contest.slowed();  // what happened before is not ours
    std::string slowed;
    for (const Look& look : looks) {
      while (static_cast<int>(decision.rounds.size()) < look.rounds) {
        decision.rounds.push_back(contest.round());
        if (!hopeless(decision.rounds)) continue;
        decision.judgement = judge_hopeless(decision.rounds, work);
        decision.judgement.confidence = confidence;
        return decision;
      }
      if (const std::string now = contest.slowed(); !now.empty()) slowed = now;
      decision.judgement = judge(decision.rounds, work, look.error, slowed);
      decision.judgement.confidence = confidence;
      if (decision.judgement.answer != Answer::inconclusive) return decision;
    }
  }
  return decision;
}

}  // namespace course::timing
