#include "grading/harness/speed.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "grading/harness/contest.h"
#include "grading/harness/interruption.h"

namespace course::harness {
namespace {

using nlohmann::json;
using timing::Judgement;
using timing::Round;

const char* word(timing::Answer answer) {
  switch (answer) {
    case timing::Answer::pass:
      return "pass";
    case timing::Answer::fail:
    case timing::Answer::not_believable:
      return "fail";
    case timing::Answer::no_difference:
      return "skipped";
    case timing::Answer::inconclusive:
      break;
  }
  return "inconclusive";
}

json describe(const timing::Decision& decision) {
  json rounds = json::array();
  for (const Round& round : decision.rounds)
    rounds.push_back({{"slow", round.slow.ms},
                      {"plain", round.plain.ms},
                      {"solution", round.solution.ms},
                      {"student", round.student.ms},
                      {"copy", round.copy.ms},
                      {"student_outside", round.student.outside},
                      {"plain_outside", round.plain.outside}});
  const Judgement& seen = decision.judgement;
  return {{"verdict", word(seen.answer)},      {"believed", seen.answer != timing::Answer::not_believable},
          {"student_ms", seen.student_ms},     {"limit_ms", seen.limit_ms},
          {"slow_ms", seen.slow_ms},           {"plain_ms", seen.plain_ms},     {"solution_ms", seen.solution_ms},
          {"copy_ms", seen.copy_ms},           {"mastery", seen.mastery},       {"ratio", seen.ratio},
          {"ratio_low", seen.ratio_low},       {"ratio_high", seen.ratio_high}, {"guard", seen.guard},
          {"confidence", seen.confidence},     {"attempts", decision.attempts}, {"rounds", std::move(rounds)}};
}

// "28 of 30 times (inconclusive 2)"
std::string tally_text(std::map<std::string, int> tally, const std::string& verdict, int times) {
  std::string text = fmt::format("{} of {} times", tally[verdict], times), others;
  for (const auto& [other, count] : tally)
    if (other != verdict && count > 0) others += fmt::format("{}{} {}", others.empty() ? "" : ", ", other, count);
  return others.empty() ? text : text + " (" + others + ")";
}

SpeedAnswer judged(RunnerContest& contest, const SpeedRequest& request) {
  SpeedAnswer answer;
  json repeats = json::array();
  std::size_t told = 0;
  std::map<std::string, int> tally;
  try {
    while (static_cast<int>(repeats.size()) < request.repeat) {
      const auto decision = timing::decide(contest, contest.work());
      ++tally[word(decision.judgement.answer)];
      repeats.push_back(describe(decision));
      // The first clear verdict is the one to report; clear ones that contradict each other are no verdict at all.
      if (repeats.size() == 1 || (answer.decision.judgement.answer == timing::Answer::inconclusive &&
                                  decision.judgement.answer != timing::Answer::inconclusive)) {
        answer.decision = decision;
        told = repeats.size() - 1;
      }
    }
  } catch (const StudentFailed& failed) {
    answer.wrong = failed.finding;
  } catch (const InfrastructureFault& fault) {
    if (repeats.empty()) throw;
    answer.fault = fault.what();
  } catch (const Interrupted&) {
    if (repeats.empty()) throw;
    answer.interrupted = true;
  }
  if (repeats.empty()) return answer;
  const int times = static_cast<int>(repeats.size());
  if (answer.wrong) answer.wrong->message += fmt::format(" Contests before it were right: {}.", times);
  json details = repeats[told];
  details["device"] = contest.facts();
  if (request.repeat > 1) {
    details["asked_for"] = request.repeat;
    details["tally"] = tally;
    repeats.erase(told);
    details["repeats"] = std::move(repeats);
    answer.tally = tally_text(tally, word(answer.decision.judgement.answer), times);
  }
  answer.details = details.dump();
  if (tally.contains("pass") && tally.contains("fail"))
    answer.fault = fmt::format("the same kernel passed {} times and failed {} times; the speed check of this task cannot be "
                               "relied on here",
                               tally["pass"], tally["fail"]);
  return answer;
}

class Contests {
 public:
  explicit Contests(const SpeedRequest& request) : request_(request) {}

  SpeedAnswer of(const std::filesystem::path& student) {
    try {
      if (contest_)
        contest_->change_student(student);
      else
        contest_.emplace(request_, student);
      return judged(*contest_, request_);
    } catch (const StudentFailed& failed) {
      SpeedAnswer answer;
      answer.wrong = failed.finding;
      return answer;
    } catch (const NotJudged& reason) {
      SpeedAnswer answer;
      answer.not_judged = reason;
      return answer;
    }
  }

 private:
  const SpeedRequest& request_;
  std::optional<RunnerContest> contest_;
};

}  // namespace

SpeedAnswer judge_speed(const SpeedRequest& request) { return Contests(request).of(request.student); }

std::string judge_speeds(const SpeedRequest& request, const std::vector<std::filesystem::path>& students) {
  Contests contests(request);
  json all = json::array();
  for (const auto& student : students) {
    const SpeedAnswer answer = contests.of(student);
    if (answer.interrupted) throw Interrupted();
    if (!answer.fault.empty()) throw InfrastructureFault(answer.fault);
    json one = json::object();
    std::string message;
    if (answer.wrong) {
      one["verdict"] = "fail";
      message = answer.wrong->message;
    } else if (answer.not_judged) {
      one["verdict"] = answer.not_judged->for_now ? "inconclusive" : "skipped";
      message = answer.not_judged->sentence;
    } else {
      one = json::parse(answer.details);
      message = answer.decision.judgement.sentence;
    }
    one["runner"] = student.string();
    one["message"] = message;
    all.push_back(std::move(one));
  }
  return all.dump();
}

}  // namespace course::harness
