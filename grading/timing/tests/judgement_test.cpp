// Verdicts for times that are given: what a GPU does in good and bad hours, without one.
#include "grading/timing/judgement.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace course::timing;

namespace {

// Slow 10 ms, plain 2.5 ms: the limit is sqrt(10 * 2.5) = 5 ms. The copy moves the same bytes in 1.8 ms.
constexpr Work work{1'000'000'000, 1'000'000'000};

Round quiet(double student, double factor = 1) {
  const auto sample = [&](double ms) { return Sample{ms * factor, ms * factor + 0.05}; };
  return {sample(10), sample(2.5), sample(2.0), sample(student), sample(1.8)};
}

std::vector<Round> rounds_of(int n, double student) {
  std::vector<Round> rounds;
  for (int i = 0; i < n; ++i) rounds.push_back(quiet(student, 1 + 0.002 * (i % 3)));
  return rounds;
}

bool says(const Judgement& judgement, const char* words) {
  INFO(judgement.sentence);
  return judgement.sentence.find(words) != std::string::npos;
}

}  // namespace

TEST_CASE("below the geometric mean of slow and plain passes, above it fails") {
  const auto pass = judge(rounds_of(9, 2.2), work, 0.004, "");
  CHECK(pass.answer == Answer::pass);
  CHECK(pass.limit_ms == doctest::Approx(5).epsilon(0.01));
  CHECK(pass.ratio == doctest::Approx(2.2 / 5));
  CHECK(pass.mastery == doctest::Approx(1.8 / 2.2).epsilon(0.01));
  CHECK(says(pass, "82 % of the speed of this GPU's own copy"));
  CHECK(judge(rounds_of(9, 4.7), work, 0.004, "").answer == Answer::pass);
  CHECK(judge(rounds_of(9, 5.3), work, 0.004, "").answer == Answer::fail);
  const auto fail = judge(rounds_of(9, 10), work, 0.004, "");
  CHECK(fail.answer == Answer::fail);
  CHECK(says(fail, "where less than 5.01 ms passes (given slow kernel 10 ms"));
}

TEST_CASE("within the noise of the limit, or with too few rounds, nothing is said") {
  CHECK(judge(rounds_of(9, 5.0), work, 0.004, "").answer == Answer::inconclusive);
  CHECK(judge(rounds_of(9, 4.95), work, 0.004, "").answer == Answer::inconclusive);  // the least guard is 3 %
  CHECK(says(judge(rounds_of(9, 5.0), work, 0.004, ""), "Too near to the limit to say"));
  CHECK(judge(rounds_of(8, 2.2), work, 0.004, "").answer == Answer::inconclusive);
  CHECK(judge(rounds_of(8, 10), work, 0.004, "").answer == Answer::inconclusive);
  CHECK(judge({}, work, 0.004, "").answer == Answer::inconclusive);
}

TEST_CASE("clocks that drift carry all contestants with them and change no verdict") {
  // 20 % slower over the rounds: absolute times overlap with the limit's, ratios do not.
  std::vector<Round> rounds;
  for (int i = 0; i < 9; ++i) rounds.push_back(quiet(4.0, 1 + 0.025 * i));
  CHECK(rounds.back().student.ms == doctest::Approx(4.8));
  const auto seen = judge(rounds, work, 0.004, "");
  CHECK(seen.ratio == doctest::Approx(0.8));
  CHECK(seen.guard == doctest::Approx(1.2 / 1.0).epsilon(0.03));  // ninth tenth over first tenth of the references
  CHECK(seen.answer == Answer::pass);                             // 0.8 * 1.2 < 1
  for (Round& round : rounds) round.student.ms *= 1.1;            // 0.88 * 1.2 > 1
  CHECK(judge(rounds, work, 0.004, "").answer == Answer::inconclusive);
}

TEST_CASE("a neighbour that takes time from single calls makes it inconclusive, never wrong") {
  std::vector<Round> rounds = rounds_of(17, 2.2);
  for (std::size_t i = 0; i < rounds.size(); i += 2) {
    rounds[i].copy.ms += 3;  // a time slice of somebody else
    rounds[i].student.ms += 6;
  }
  const auto seen = judge(rounds, work, 0.003, "");
  CHECK(seen.answer == Answer::inconclusive);
  CHECK(says(seen, "Too noisy to say"));
  CHECK(says(seen, "Something else uses this GPU"));
}

TEST_CASE("heat asks for more distance") {
  CHECK(judge(rounds_of(9, 4.6), work, 0.004, "").answer == Answer::pass);
  const auto hot = judge(rounds_of(9, 4.6), work, 0.004, "the GPU was too hot and lowered its clocks");
  CHECK(hot.answer == Answer::inconclusive);
  CHECK(says(hot, "too hot"));
  CHECK(judge(rounds_of(9, 2.2), work, 0.004, "the GPU was too hot and lowered its clocks").answer == Answer::pass);
}

TEST_CASE("faster than the memory can move the bytes is not believed") {
  // The copy takes 1.8 ms for the same bytes; 1.8 / 1.15 = 1.565.
  CHECK(judge(rounds_of(9, 1.6), work, 0.004, "").answer == Answer::pass);
  const auto cheat = judge(rounds_of(9, 1.5), work, 0.004, "");
  CHECK(cheat.answer == Answer::not_believable);
  CHECK(says(cheat, "1.5 ms for work that takes this GPU's memory 1.8 ms"));
  // Half as many useful bytes as the copy moves: the floor is half as high.
  CHECK(judge(rounds_of(9, 1.5), {500'000'000, 1'000'000'000}, 0.004, "").answer == Answer::pass);
  CHECK(judge(rounds_of(9, 0.7), {500'000'000, 1'000'000'000}, 0.004, "").answer == Answer::not_believable);
  // A kernel whose bytes are not known has no floor.
  CHECK(judge(rounds_of(9, 0.7), {0, 1'000'000'000}, 0.004, "").answer == Answer::pass);
}

TEST_CASE("events that say less than the grader's own clock are not believed") {
  auto rounds = rounds_of(9, 2.2);
  for (Round& round : rounds) round.student.outside = 12;
  const auto cheat = judge(rounds, work, 0.004, "");
  CHECK(cheat.answer == Answer::not_believable);
  CHECK(says(cheat, "on the grader's clock the call took 9.8 ms longer"));
  // A slow host delays all contestants.
  for (Round& round : rounds) round.plain.outside = 12;
  CHECK(judge(rounds, work, 0.004, "").answer == Answer::pass);
}

TEST_CASE("a processor with other work delays single calls, which is no lie") {
  // Six of nine of the student's calls wait 4 ms for a processor, four of nine of the others'.
  auto rounds = rounds_of(9, 2.2);
  for (std::size_t i = 0; i < rounds.size(); ++i) {
    if (i % 3 != 0) rounds[i].student.outside += 4;
    if (i % 9 < 4) rounds[i].plain.outside += 4;
  }
  const auto seen = judge(rounds, work, 0.004, "");
  CHECK(seen.answer == Answer::inconclusive);
  CHECK(says(seen, "on the grader's clock most calls took 4.05 ms longer"));
  for (Round& round : rounds) round.student.ms *= 10;  // slow is slow, whoever delays messages
  for (Round& round : rounds) round.student.outside *= 10;
  CHECK(judge(rounds, work, 0.004, "").answer == Answer::fail);
}

TEST_CASE("where the GPU hides the lesson from the clock, speed is not judged") {
  auto rounds = rounds_of(9, 2.2);
  for (Round& round : rounds) round.slow.ms = 1.3 * round.plain.ms;  // below 1.15 * 1.15
  const auto seen = judge(rounds, work, 0.004, "");
  CHECK(seen.answer == Answer::no_difference);
  CHECK(says(seen, "too little apart"));
  for (Round& round : rounds) round.slow.ms = 1.35 * round.plain.ms;
  CHECK(judge(rounds, work, 0.004, "").answer == Answer::pass);
}

TEST_CASE("where the GPU hides the lesson from the clock, seconds are not over any limit either") {
  auto rounds = rounds_of(2, 6000);
  CHECK(hopeless(rounds));
  for (Round& round : rounds) round.slow.ms = 1.3 * round.plain.ms;
  CHECK_FALSE(hopeless(rounds));
}

TEST_CASE("where noise hides whether slow and plain are apart, nobody is judged by a limit between them") {
  // The given kernels' times vary by 1.2, slow and plain differ by 1.1: the limit is nobody's.
  const auto noisy = [](double student) {
    auto rounds = rounds_of(9, student);
    for (std::size_t i = 0; i < rounds.size(); ++i) {
      rounds[i].slow.ms = 1.1 * rounds[i].plain.ms;
      rounds[i].copy.ms *= i == 0 ? 1.2 : 1;
    }
    return judge(rounds, work, 0.004, "");
  };
  // 2.5 * sqrt(1.1) = 2.62: these are 0.76 and 1.5 of it, both further off than the guard.
  for (const double student : {2.0, 4.0}) {
    const auto seen = noisy(student);
    CHECK(seen.guard == doctest::Approx(1.2).epsilon(0.01));
    CHECK(seen.answer == Answer::inconclusive);
    CHECK(says(seen, "Too noisy to say"));
  }
}
