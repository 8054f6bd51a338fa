#include "grading/harness/speed.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "grading/harness/contest.h"

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
  return {{"verdict", word(seen.answer)},      {"student_ms", seen.student_ms}, {"limit_ms", seen.limit_ms},
          {"slow_ms", seen.slow_ms},           {"plain_ms", seen.plain_ms},     {"solution_ms", seen.solution_ms},
          {"copy_ms", seen.copy_ms},           {"mastery", seen.mastery},       {"ratio", seen.ratio},
          {"ratio_low", seen.ratio_low},       {"ratio_high", seen.ratio_high}, {"guard", seen.guard},
          {"confidence", seen.confidence},     {"attempts", decision.attempts}, {"rounds", std::move(rounds)}};
}

SpeedAnswer judged(RunnerContest& contest, const SpeedRequest& request) {
  SpeedAnswer answer;
  json repeats = json::array();
  std::size_t told = 0;
  std::map<std::string, int> tally;
  for (int i = 0; i < request.repeat; ++i) {
    const auto decision = timing::decide(contest, contest.work());
    ++tally[word(decision.judgement.answer)];
    repeats.push_back(describe(decision));
    // The first clear verdict is the one to report; clear ones that contradict each other are no verdict at all.
    if (i == 0 || (answer.decision.judgement.answer == timing::Answer::inconclusive &&
                   decision.judgement.answer != timing::Answer::inconclusive)) {
      answer.decision = decision;
      told = repeats.size() - 1;
    }
  }
  json details = repeats[told];
  details["device"] = contest.facts();
  if (request.repeat > 1) {
    details["tally"] = tally;
    repeats.erase(told);
    details["repeats"] = std::move(repeats);
    answer.tally = fmt::format("{} of {} times", tally[word(answer.decision.judgement.answer)], request.repeat);
  }
  answer.details = details.dump();
  if (tally.contains("pass") && tally.contains("fail"))
    throw InfrastructureFault(
        fmt::format("the same kernel passed {} times and failed {} times; the speed check of this task cannot be "
                    "relied on here",
                    tally["pass"], tally["fail"]));
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
    json one = answer.wrong ? json{{"verdict", "fail"}} : json::parse(answer.details);
    one["runner"] = student.string();
    one["message"] = answer.wrong ? answer.wrong->message : answer.decision.judgement.sentence;
    all.push_back(std::move(one));
  }
  return all.dump();
}

}  // namespace course::harness
