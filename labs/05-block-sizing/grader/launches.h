#pragma once
// The questions of choose_launch, and what is right, legal and best.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "grading/harness/harness.h"
#include "grading/simulator/occupancy/occupancy.h"

namespace lab05 {

using namespace course::harness;
namespace occupancy_of = sim::occupancy;

struct Question {
  const occupancy_of::Limits* device = nullptr;
  int registers = 0, max_threads = 1024;
  std::size_t static_shared = 0, shared_per_thread = 0;  // bytes
  long long n = 0;

  occupancy_of::Block block(int threads) const {
    return {threads, registers, static_shared, static_cast<std::size_t>(threads) * shared_per_thread};
  }
  occupancy_of::Occupancy with(int threads) const { return occupancy_of::occupancy(*device, block(threads)); }
  std::string name() const {
    std::string text = fmt::format("compute capability {}, {} registers", device->name(), registers);
    if (static_shared > 0) text += fmt::format(", {} bytes of static shared memory", static_shared);
    if (shared_per_thread > 0) text += fmt::format(", {} bytes of dynamic shared memory a thread", shared_per_thread);
    if (max_threads < 1024) text += fmt::format(", at most {} threads a block", max_threads);
    return text + fmt::format(", n = {}", n);
  }
};

struct Answer {
  long long block = 0, grid = 0, dynamic_shared = 0;
};

/// The block with most resident warps, the smallest of several; 0 when none fits.
inline int best_block(const Question& question) {
  int best = 0, warps = 0;
  for (int threads = 32; threads <= question.max_threads; threads += 32)
    if (const int here = question.with(threads).warps; here > warps) best = threads, warps = here;
  return best;
}

/// Kernels of all kinds on every compute capability that is known.
inline std::vector<Question> make_questions(Random& random) {
  std::vector<Question> questions;
  const auto odd = [&](long long low, long long high) { return random.integer(low, high) | 1; };
  for (const occupancy_of::Limits& device : occupancy_of::capabilities()) {
    const auto ask = [&](int registers, std::size_t static_shared, std::size_t per_thread, long long n,
                         int max_threads = 1024) {
      questions.push_back({&device, registers, max_threads, static_shared, per_thread, n});
    };
    ask(16, 0, 0, odd(100000, 9000000));
    ask(32, 0, 4, random.integer(1, 31));
    ask(40, 0, 0, 0);
    ask(64, 0, 0, 1024 * random.integer(1, 1000));
    ask(72, 1024, 16, odd(1000, 100000));
    ask(96, 6144, 0, odd(1000, 100000));
    ask(162, 0, 0, odd(1000, 100000));
    ask(255, 0, 0, odd(1000, 100000));
    ask(24, 24576, 0, odd(1000, 100000));
    ask(32, 0, 100, 5000000000 + random.integer(0, 1000));
    ask(20, 2048, 1500, odd(1000, 100000));
    ask(50, 0, 8, odd(1000, 100000), 256);
    ask(30, 0, 8000, odd(1000, 100000));
    for (int i = 0; i < 3; ++i)
      ask(static_cast<int>(random.integer(10, 200)), static_cast<std::size_t>(16 * random.integer(0, 800)),
          static_cast<std::size_t>(4 * random.integer(0, 12)), odd(1000, 1000000),
          static_cast<int>(32 * random.integer(8, 32)));
  }
  return questions;
}

inline void add_question(Check& check, const Question& question) {
  const occupancy_of::Limits& device = *question.device;
  check.add_case(question.name())
      .number("registers", question.registers)
      .number("static_shared", question.static_shared)
      .number("max_threads", question.max_threads)
      .number("shared_per_thread", question.shared_per_thread)
      .number("n", question.n)
      .number("major", device.major)
      .number("minor", device.minor)
      .number("warp_size", occupancy_of::warp_size)
      .number("device_max_threads", occupancy_of::max_threads_per_block)
      .number("device_registers", device.registers)
      .number("device_shared_per_block", device.shared_per_block)
      .number("device_shared_per_block_optin", device.shared_per_block_optin)
      .number("device_shared", device.shared)
      .number("device_shared_reserved", device.shared_reserved)
      .number("device_threads", device.threads)
      .number("device_blocks", device.blocks)
      .nothing_to_do();
}

inline std::string why_no_block(const Question& question, const Answer& answer) {
  const auto needed = question.with(static_cast<int>(answer.block));
  if (needed.by_registers == 0) {
    const int of_warp = (32 * question.registers + 255) / 256 * 256, warps = static_cast<int>(answer.block / 32);
    int most = 0;
    for (int threads = 32; threads <= question.max_threads; threads += 32)
      if (question.with(threads).by_registers > 0) most = threads;
    return fmt::format(
        "a block of {} threads is refused with status 701 (too many resources): registers are granted to whole warps, "
        "256 at a time, so a warp of {} registers a thread takes {}, and {} warps, dealt to four partitions, take {} of "
        "{}. This kernel can run at most {} threads a block",
        answer.block, question.registers, of_warp, warps, of_warp * ((warps + 3) / 4 * 4), question.device->registers,
        most);
  }
  return fmt::format("a block of {} threads is refused: its {} bytes of shared memory are more than the {} that a block "
                     "may have on compute capability {}",
                     answer.block, question.static_shared + static_cast<std::size_t>(answer.dynamic_shared),
                     question.device->shared_per_block_optin, question.device->name());
}

inline std::string blocks(long long count) { return fmt::format("{} block{}", count, count == 1 ? "" : "s"); }

inline std::string why_wrong_grid(const Question& question, const Answer& answer) {
  const long long needed = (question.n + answer.block - 1) / answer.block, threads = answer.grid * answer.block;
  if (answer.grid == needed) return "";
  const bool large = question.n > 0x7fffffff;
  if (answer.grid < 0)
    return fmt::format("a grid of {} blocks cannot be{}", answer.grid,
                       large ? ": n does not fit an int, so the division has to be done in 64 bits" : "");
  if (answer.grid < needed)
    return fmt::format("{} of {} threads leave indices {}..{} without a thread: {}", blocks(answer.grid), answer.block,
                       threads, question.n - 1,
                       large && answer.grid + 1 < needed
                           ? "n does not fit an int, so the division has to be done in 64 bits"
                           : "the division has to be rounded up");
  const double times = needed == 0 ? 0 : static_cast<double>(answer.grid) / static_cast<double>(needed);
  return fmt::format("{} of {} threads where {} would do for {} elements: {} would have nothing to do{}",
                     blocks(answer.grid), answer.block, needed, question.n, blocks(answer.grid - needed),
                     times >= 1.5 ? fmt::format(" ({:.3g} times more blocks than elements need)", times) : "");
}

/// Why the launch would be refused, or would not do its work; empty when it is legal.
inline std::string why_illegal(const Question& question, const Answer& answer) {
  const int best = best_block(question);
  if (best == 0)
    return answer.block == 0 && answer.grid == 0 && answer.dynamic_shared == 0
               ? ""
               : fmt::format("the function answers with a block of {} threads, but not even 32 threads fit: {} is wanted",
                             answer.block, "{0, 0, 0}");
  if (answer.block <= 0)
    return fmt::format("the function answers with a block of {} threads, but blocks of {} threads fit", answer.block, best);
  if (answer.block > question.max_threads)
    return fmt::format("a block of {} threads is refused: {} are the most that this kernel allows (maxThreadsPerBlock)",
                       answer.block, question.max_threads);
  if (answer.block % 32 != 0)
    return fmt::format("a block of {} threads is no whole number of warps: the last warp takes its place on the "
                       "multiprocessor with {} lanes that have no thread",
                       answer.block, 32 - answer.block % 32);
  const auto needs = static_cast<long long>(question.shared_per_thread) * answer.block;
  const auto of_kernel = static_cast<long long>(question.static_shared);
  if (of_kernel > 0 && answer.dynamic_shared == needs + of_kernel)
    return fmt::format("{} bytes of dynamic shared memory are {} more than {} threads need: the static ones are the "
                       "kernel's already, and asking again only takes room from other blocks",
                       answer.dynamic_shared, of_kernel, answer.block);
  if (answer.dynamic_shared != needs)
    return fmt::format("{} bytes of dynamic shared memory, but {} threads need {} each: {}", answer.dynamic_shared,
                       answer.block, question.shared_per_thread, needs);
  if (question.with(static_cast<int>(answer.block)).blocks == 0) return why_no_block(question, answer);
  return why_wrong_grid(question, answer);
}

inline Answer answer_of(const CaseResult& result) {
  const auto whole = [&](const char* name) { return std::get<std::int64_t>(result.returned.at(name)); };
  return {whole("block"), whole("grid"), whole("dynamic_shared")};
}

using Complaint = std::string (*)(const Question&, const Answer&);

/// Fails the check with the first complaint and the number of others. @return whether there is none
inline bool judge_all(Check& check, const std::vector<Question>& questions, Complaint complaint, const char* fault,
                      const char* before = "") {
  std::string first;
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const std::string text = complaint(questions[i], answer_of(check.results()[i]));
    if (text.empty()) continue;
    if (wrong++ == 0) first = fmt::format("With {}: {}.", questions[i].name(), text);
  }
  if (wrong == 0) return true;
  check.fail({.fault = fault,
              .message = fmt::format("{}{} ({} of {} answers {} wrong.)", before, first, wrong, questions.size(), wrong == 1 ? "is" : "are"),
              .where = "",
              .value = {},
              .threshold = {},
              .unit = "",
              .glossary = ""});
  return false;
}

/// Gives the check the number of answers for which a better one, or an equally good smaller one, exists, and describes
/// the one that loses most.
inline void count_worse_answers(Check& check, const std::vector<Question>& questions) {
  std::string worst;
  double worse = 0, most_lost = -1;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const Question& question = questions[i];
    const int best = best_block(question), chosen = static_cast<int>(answer_of(check.results()[i]).block);
    if (chosen == best) continue;
    ++worse;
    const auto theirs = question.with(chosen), ours = question.with(best);
    if (ours.fraction() - theirs.fraction() <= most_lost) continue;
    most_lost = ours.fraction() - theirs.fraction();
    worst = fmt::format("with {}, a block of {} threads keeps {}; a block of {} keeps {}", question.name(), chosen,
                        theirs.sentence(), best,
                        ours.warps == theirs.warps ? "as many, and the smallest block is wanted" : ours.sentence());
  }
  check.measured("answers_below_the_best", worse, "", worst);
}

}  // namespace lab05
