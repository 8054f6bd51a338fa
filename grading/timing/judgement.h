#pragma once
/// @file
/// @brief From times to a verdict. Knows no GPU: what it is given decides alone, so that tests can give it anything.
///
/// A kernel passes below the geometric mean of two times measured in the same rounds on the same GPU: the given slow
/// kernel (the lab's own fault and nothing else) and the plain right one. Each round times all of them once, so what
/// the GPU does to a round (clocks, heat, a neighbour) it does to all; the ratio inside a round is what counts.
#include <cstdint>
#include <string>
#include <vector>

namespace course::timing {

/// One timed call, in milliseconds.
struct Sample {
  double ms = 0;       ///< between two events on the device, the whole device waited for before the second
  double outside = 0;  ///< the same call on the grader's clock, in another process; more than `ms` by what messages cost
};

/// Every contestant once, in an order that changes from round to round.
struct Round {
  Sample slow, plain, solution, student;
  Sample copy;  ///< a device-to-device copy of Work::copy_bytes
};

/// What a call and the copy have to move, in bytes loaded plus stored.
struct Work {
  std::uint64_t useful_bytes = 0;  ///< of a perfect kernel; caches do not help, since all of it is many times their size
  std::uint64_t copy_bytes = 0;
};

enum class Answer {
  pass,
  fail,
  inconclusive,    ///< too noisy to say
  not_believable,  ///< faster than the memory, or faster than the grader's own clock
  no_difference    ///< slow and plain take nearly the same time on this GPU: its clock does not see the lesson
};

struct Judgement {
  Answer answer = Answer::inconclusive;
  double student_ms = 0, slow_ms = 0, plain_ms = 0, solution_ms = 0, copy_ms = 0;  ///< medians
  double limit_ms = 0;    ///< geometric mean of slow and plain
  double ratio = 0;       ///< student over limit: the median of the rounds' own ratios
  double ratio_low = 0, ratio_high = 0;  ///< its interval; both 0 while there are too few rounds for one
  double guard = 1;       ///< how far from the limit (a factor) the interval has to stay, for the noise that was seen
  double mastery = 0;     ///< share of the copy's speed in useful bytes a second; 0 if the useful bytes are not known
  double confidence = 0;  ///< of the whole procedure, 0.99
  int rounds = 0;
  std::string sentence;   ///< for people: what was seen and what follows
};

/// The limits of the procedure. What they are for is said where they are used (judgement.cpp).
inline constexpr double least_guard = 1.03, most_guard = 1.5;
/// Every limit of the course is so far, as a part of itself, from every given kernel; speed limits from slow and plain.
inline constexpr double limit_margin = 0.15;
inline constexpr double least_difference = (1 + limit_margin) * (1 + limit_margin);
inline constexpr double above_copy = 1.15;

/// @param error   probability with which this look at the rounds may be wrong
/// @param slowed  what the driver says slowed the GPU down meanwhile ("it was too hot"); empty: nothing
Judgement judge(const std::vector<Round>& rounds, const Work& work, double error, const std::string& slowed);

/// True when calls that take more than half a second need not be repeated to be told from the limit: each of two or more
/// was thirty times over it, slow and plain are far enough apart for one, and the given kernels took the same time as ever
/// meanwhile.
bool hopeless(const std::vector<Round>& rounds);

/// What is said then.
Judgement judge_hopeless(const std::vector<Round>& rounds, const Work& work);

}  // namespace course::timing
