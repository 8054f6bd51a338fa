#include "grading/programs/printed_by.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>

#include "grading/programs/descriptor.h"
#include "grading/programs/pointers.h"
#include "grading/programs/program_path.h"

namespace programs {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

// A started program; ended and waited for at the latest when this goes.
class Child {
 public:
  explicit Child(pid_t id) : id_(id) {}
  ~Child() {
    if (id_ > 0) kill(id_, SIGKILL), wait();
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  void set_limit(__rlimit_resource which, rlim_t value) const {
    const rlimit limit{value, value};
    if (id_ > 0) prlimit(id_, which, &limit, nullptr);
  }
  // True: it ended by itself, with status 0.
  bool succeeded() { return id_ > 0 && wait() == 0; }

 private:
  // The status is lost, and taken for 0, where the program ignores SIGCHLD.
  int wait() {
    int status = 0;
    while (waitpid(id_, &status, 0) < 0 && errno == EINTR) {
    }
    id_ = 0;
    return status;
  }
  pid_t id_;
};

// Standard input and error are /dev/null, `output` is standard output, nothing else is inherited and no signal is held back.
pid_t start(const fs::path& program, const std::vector<std::string>& words, int output) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, output, 1);  // first: a program that closed its input gets 0 for a pipe's end
  posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addclosefrom_np(&files, 3);

  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t signals;
  sigemptyset(&signals);
  posix_spawnattr_setsigmask(&attributes, &signals);
  sigfillset(&signals);
  posix_spawnattr_setsigdefault(&attributes, &signals);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);

  pid_t id = 0;
  const int problem = posix_spawn(&id, program.c_str(), &files, &attributes, pointers(words).data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return problem == 0 ? id : 0;
}

// All that comes through a pipe that does not block; none: a limit was exceeded.
std::optional<std::string> read_all(int from, const Limits& limits) {
  const Clock::time_point end = Clock::now() + limits.time;
  std::string text;
  std::array<char, 16384> buffer;
  while (text.size() <= limits.output_bytes) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    if (left <= 0) return std::nullopt;
    pollfd ready{from, POLLIN, 0};
    if (poll(&ready, 1, static_cast<int>(left)) < 0 && errno != EINTR) return std::nullopt;
    const ssize_t count = read(from, buffer.data(), buffer.size());
    if (count == 0) return text;
    if (count > 0) text.append(buffer.data(), static_cast<std::size_t>(count));
    else if (errno != EAGAIN && errno != EINTR) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> printed_by(const std::vector<std::string>& words, const Limits& limits) {
  const std::optional<fs::path> program = program_path(words.at(0));
  if (!program) return std::nullopt;
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return std::nullopt;
  Descriptor ours(ends[0]), theirs(ends[1]);
  fcntl(ours.get(), F_SETFL, O_NONBLOCK);
  Child child(start(*program, words, theirs.get()));
  theirs.reset();
  if (limits.memory_bytes != 0) child.set_limit(RLIMIT_DATA, limits.memory_bytes);
  std::optional<std::string> printed = read_all(ours.get(), limits);
  return printed && child.succeeded() ? printed : std::nullopt;
}

}  // namespace programs
