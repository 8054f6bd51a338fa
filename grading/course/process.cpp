#include "process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

#include "grading/programs/pointers.h"
#include "grading/programs/printed_by.h"
#include "interruption.h"
#include "problem.h"

namespace course {
namespace {

/// The file actions of posix_spawn, freed on every path.
struct FileActions {
  posix_spawn_file_actions_t raw;
  FileActions() { ::posix_spawn_file_actions_init(&raw); }
  ~FileActions() { ::posix_spawn_file_actions_destroy(&raw); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;
};

/// What a program over its limit has for tidying up: a grader writes what it knows.
constexpr std::chrono::seconds grace(5);

pid_t spawn(const Command& command) {
  FileActions actions;
  if (!command.output.empty()) {
    ::posix_spawn_file_actions_addopen(&actions.raw, 0, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&actions.raw, 1, command.output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
    ::posix_spawn_file_actions_adddup2(&actions.raw, 1, 2);
  }
  if (!command.folder.empty()) ::posix_spawn_file_actions_addchdir_np(&actions.raw, command.folder.c_str());
  pid_t pid = 0;
  const std::vector<char*> arguments = programs::pointers(command.arguments);
  const int error = ::posix_spawnp(&pid, arguments[0], &actions.raw, nullptr, arguments.data(), environ);
  if (error != 0) throw Problem(fmt::format("cannot start {}: {}", command.arguments[0], ::strerror(error)));
  return pid;
}

}  // namespace

std::string Ended::sentence() const {
  if (over_limit) return "stopped after its time limit";
  if (signal != 0) return fmt::format("signal {} ({})", signal, ::strsignal(signal));
  return fmt::format("exit status {}", status);
}

Ended run_process(const Command& command) {
  const pid_t pid = spawn(command);
  const auto deadline = std::chrono::steady_clock::now() + command.limit;
  Ended ended;
  int raw = 0;
  bool told = false;
  auto pause = std::chrono::milliseconds(1);
  while (true) {
    const pid_t answer = ::waitpid(pid, &raw, command.limit.count() > 0 ? WNOHANG : 0);
    if (answer == pid) break;
    if (answer < 0 && errno != EINTR) throw Problem(fmt::format("lost sight of {}", command.arguments[0]));
    const auto now = std::chrono::steady_clock::now();
    if (command.limit.count() > 0 && now > deadline && !std::exchange(ended.over_limit, true)) ::kill(pid, SIGTERM);
    if (ended.over_limit && now > deadline + grace) ::kill(pid, SIGKILL);
    if (Interruption::signal() != 0 && !std::exchange(told, true)) ::kill(pid, SIGTERM);
    std::this_thread::sleep_for(pause);
    pause = std::min(pause * 2, std::chrono::milliseconds(20));
  }
  if (WIFEXITED(raw)) ended.status = WEXITSTATUS(raw);
  if (WIFSIGNALED(raw)) ended.signal = WTERMSIG(raw);
  return ended;
}

std::string first_line_of(const std::vector<std::string>& arguments, std::chrono::milliseconds limit) {
  // Of `git status` in a large change the first line is all that is wanted, too.
  const auto printed = programs::printed_by(arguments, {.time = limit, .memory_bytes = 0, .output_bytes = std::size_t{64} << 20});
  return printed ? printed->substr(0, printed->find('\n')) : "";
}

void become(const std::vector<std::string>& arguments, const std::filesystem::path& folder) {
  if (!folder.empty()) std::filesystem::current_path(folder);
  ::execvp(arguments[0].c_str(), programs::pointers(arguments).data());
  throw Problem(fmt::format("cannot start {}: {}", arguments[0], ::strerror(errno)));
}

void for_each_in_parallel(std::size_t count, unsigned jobs, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next{0};
  std::exception_ptr first;
  std::mutex guard;
  const auto loop = [&] {
    for (std::size_t i = next++; i < count; i = next++) {
      try {
        work(i);
      } catch (...) {
        const std::lock_guard lock(guard);
        if (!first) first = std::current_exception();
      }
    }
  };
  {
    std::vector<std::jthread> threads;
    for (std::size_t j = 1; j < std::min<std::size_t>(std::max(jobs, 1u), count); ++j) threads.emplace_back(loop);
    loop();
  }
  if (first) std::rethrow_exception(first);
}

}  // namespace course
