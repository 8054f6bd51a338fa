#include "grading/harness/turns.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <nlohmann/json.hpp>

#include "grading/harness/descendants.h"
#include "grading/harness/harness.h"
#include "grading/harness/interruption.h"

namespace course::harness {
namespace {

using nlohmann::json;
using Clock = std::chrono::steady_clock;

constexpr std::size_t longest_line = 1 << 20;  // answers are short; more is a flood

// A processor-time limit is for a process that has lost its grader; turns add up to more than one order.
ProcessLimits for_turns(ProcessLimits limits) {
  limits.seconds = 3600;
  return limits;
}

}  // namespace

TurnTaker::TurnTaker(const std::filesystem::path& runner, const std::filesystem::path& folder,
                     const ProcessLimits& limits)
    : limits_(limits) {
  if (access(runner.c_str(), X_OK) != 0)
    throw InfrastructureFault(
        fmt::format("the runner {} is not there: {}", runner.string(), std::strerror(errno)));
  spawned_ = spawn(std::filesystem::absolute(runner), {"--turns", folder.string()}, folder, for_turns(limits), true);
  if (!spawned_.problem.empty()) throw InfrastructureFault(spawned_.problem);
}

void TurnTaker::stop() {
  if (spawned_.pid > 0) kill(-spawned_.pid, SIGKILL);
}

TurnTaker::~TurnTaker() {
  if (spawned_.pid > 0) end_process(spawned_.pid);
}

void TurnTaker::tell(const json& command) {
  const std::string line = command.dump() + "\n";
  for (std::size_t at = 0; at < line.size();) {
    // MSG_NOSIGNAL: a runner that is gone is found out below, where it can be said.
    const ssize_t count = ::send(spawned_.channel.get(), line.data() + at, line.size() - at, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    at += static_cast<std::size_t>(count);
  }
}

void TurnTaker::lost(std::optional<Outcome::How> reached) {
  if (!reached) {
    // It closed its end: give it the moment in which a crash becomes an exit status.
    pollfd ended{spawned_.process.get(), POLLIN, 0};
    poll(&ended, 1, 2000);
  }
  const int status = end_process(spawned_.pid);
  spawned_.pid = -1;
  TurnLost loss{outcome_of(spawned_, status, reached, output_, errors_, limits_), {}};
  if (loss.outcome.how == Outcome::How::not_started) throw InfrastructureFault(loss.outcome.sentence);
  throw loss;
}

namespace {

// Throws TurnLost for a line that is no answer.
json understood(const std::string& line) {
  json answer = json::parse(line, nullptr, false);
  if (!answer.is_object()) throw TurnLost{{}, {}, true};
  const auto fault = answer.find("fault");
  if (fault == answer.end()) return answer;
  try {
    throw TurnLost{{}, RunnerReport{fault->at("status").get<int>(), fault->at("sentence").get<std::string>()}};
  } catch (const json::exception&) {
    throw TurnLost{{}, {}, true};
  }
}

}  // namespace

json TurnTaker::answer(double seconds) {
  if (interruption() != 0) throw Interrupted();  // quick answers are never waited for
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  auto next_look = Clock::now();
  while (true) {
    if (const auto line_end = received_.find('\n'); line_end != std::string::npos) {
      const std::string line = received_.substr(0, line_end);
      received_.erase(0, line_end + 1);
      return understood(line);
    }
    std::array<pollfd, 4> wait{{{spawned_.channel.get(), POLLIN, 0},
                                {spawned_.output.get(), POLLIN, 0},
                                {spawned_.errors.get(), POLLIN, 0},
                                {spawned_.process.get(), POLLIN, 0}}};
    poll(wait.data(), wait.size(), 50);
    // A process that it started may hold the socket open after it.
    bool gone = (wait[3].revents & POLLIN) != 0;
    if ((wait[0].revents & (POLLIN | POLLHUP)) != 0) {
      std::array<char, 4096> bytes;
      const ssize_t count = recv(spawned_.channel.get(), bytes.data(), bytes.size(), MSG_DONTWAIT);
      if (count == 0) gone = true;
      if (count > 0) {
        gone = false;  // what was said before the end is read first
        received_.append(bytes.data(), static_cast<std::size_t>(count));
        if (received_.find('\n') != std::string::npos) continue;
        if (received_.size() > longest_line) throw TurnLost{{}, {}, true};
      }
    }
    if (gone) lost(std::nullopt);
    for (auto [from, to] : {std::pair(&spawned_.output, &output_), std::pair(&spawned_.errors, &errors_)})
      if (from->get() >= 0 && !drain(*from, *to, limits_.output_bytes)) from->reset();
    if (output_.total() + errors_.total() > limits_.output_bytes) lost(Outcome::How::output_limit);
    if (interruption() != 0) throw Interrupted();
    if (Clock::now() > end) lost(Outcome::How::time_limit);
    if (Clock::now() < next_look) continue;
    next_look = Clock::now() + std::chrono::milliseconds(100);
    const Usage usage = usage_of_tree(spawned_.pid, limits_.processes);
    if (usage.processes > limits_.processes) lost(Outcome::How::process_limit);
    if (usage.resident_bytes > limits_.memory_bytes) lost(Outcome::How::memory_limit);
  }
}

}  // namespace course::harness
