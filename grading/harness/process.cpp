#include "grading/harness/process.h"

#include <poll.h>

#include <array>
#include <chrono>
#include <csignal>
#include <optional>
#include <utility>

#include "grading/harness/descendants.h"
#include "grading/harness/interruption.h"
#include "grading/harness/spawn.h"

namespace course::harness {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

Outcome not_started(std::string sentence) {
  Outcome outcome;
  outcome.sentence = std::move(sentence);
  return outcome;
}

// Waits for the process, drains its output, and says when a limit is reached.
std::optional<Outcome::How> watch(Spawned& spawned, Capture& output, Capture& errors, const ProcessLimits& limits,
                                  Clock::time_point start) {
  const int interval_ms = 10;  // how often memory and processes are looked at
  while (true) {
    std::array<pollfd, 3> wait{{{spawned.process.get(), POLLIN, 0}, {spawned.output.get(), POLLIN, 0}, {spawned.errors.get(), POLLIN, 0}}};
    poll(wait.data(), wait.size(), interval_ms);  // a closed descriptor is -1, which poll passes over
    for (auto [from, to] : {std::pair(&spawned.output, &output), std::pair(&spawned.errors, &errors)})
      if (from->get() >= 0 && !drain(*from, *to, limits.output_bytes)) from->reset();
    if (output.total() + errors.total() > limits.output_bytes) return Outcome::How::output_limit;
    if ((wait[0].revents & POLLIN) != 0) return std::nullopt;
    if (interruption() != 0) return Outcome::How::interrupted;
    if (seconds_since(start) > limits.seconds) return Outcome::How::time_limit;
    const Usage usage = usage_of_tree(spawned.pid, limits.processes);
    if (usage.processes > limits.processes) return Outcome::How::process_limit;
    if (usage.resident_bytes > limits.memory_bytes) return Outcome::How::memory_limit;
  }
}

// A program over a limit may say where it is, if it can; it is killed soon, whatever it does.
void ask_to_end(const Spawned& spawned) {
  constexpr int grace_ms = 1000;
  kill(spawned.pid, SIGTERM);
  pollfd ended{spawned.process.get(), POLLIN, 0};
  poll(&ended, 1, grace_ms);
}

}  // namespace

Outcome run_process(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                    const std::filesystem::path& folder, const ProcessLimits& limits) {
  const auto start = Clock::now();
  Spawned spawned = spawn(program, arguments, folder, limits, false);
  if (!spawned.problem.empty()) return not_started(spawned.problem);
  Capture output, errors;
  const auto reached = spawned.process.get() < 0 ? std::optional(Outcome::How::not_started)
                                                 : watch(spawned, output, errors, limits, start);
  // Not one that starts processes without end: it would go on meanwhile.
  if (reached == Outcome::How::time_limit || reached == Outcome::How::memory_limit || reached == Outcome::How::output_limit)
    ask_to_end(spawned);
  const int status = end_process(spawned.pid);
  kill_orphans();
  Outcome outcome = outcome_of(spawned, status, reached, output, errors, limits);
  outcome.seconds = seconds_since(start);
  if (outcome.how == Outcome::How::interrupted) throw Interrupted();
  if (outcome.how == Outcome::How::not_started && outcome.sentence.empty())
    return not_started("this kernel has no pidfd_open (Linux 5.3 or newer is needed)");
  return outcome;
}

}  // namespace course::harness
