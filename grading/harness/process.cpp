#include "grading/harness/process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <thread>
#include <utility>

#include "grading/harness/capture.h"
#include "grading/harness/descendants.h"

namespace course::harness {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() { reset(); }
  void reset() {
    if (number_ >= 0) close(std::exchange(number_, -1));
  }
  int get() const { return number_; }

 private:
  int number_;
};

struct Pipe {
  Descriptor read, write;
  static std::optional<Pipe> make() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) return std::nullopt;
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
  }
};

void set_limit(__rlimit_resource which, rlim_t soft, rlim_t hard) {
  rlimit limit{};
  getrlimit(which, &limit);
  limit.rlim_cur = std::min(soft, limit.rlim_max);
  limit.rlim_max = std::min(hard, limit.rlim_max);
  setrlimit(which, &limit);
}

struct ChildLimits {
  rlim_t cpu_seconds, data_bytes, tasks;
};

ChildLimits child_limits(const ProcessLimits& limits) {
  const unsigned threads = std::max(1u, std::thread::hardware_concurrency());
  ChildLimits child{};
  // Backstops only, should this process die: the watch below is tighter. Threads of the simulated GPU all count.
  child.cpu_seconds = static_cast<rlim_t>(limits.seconds * (threads + 1)) + 1;
  child.data_bytes =
      limits.limit_data ? limits.memory_bytes + (rlim_t{2} << 30) + rlim_t{threads} * (16u << 20) : RLIM_INFINITY;
  // Counts all tasks of the user, so it has to leave room for whatever else runs; does not bind root at all. What does
  // work for everybody is counting descendants and killing the process group.
  child.tasks = tasks_of_this_user() + 1024;
  return child;
}

// Between fork and exec: only calls that are safe there.
[[noreturn]] void become(char* const* arguments, const char* folder, const ChildLimits& limits, pid_t parent,
                         int output, int errors, int failure) {
  const auto give_up = [](int tell) {
    const int reason = errno;
    static_cast<void>(!write(tell, &reason, sizeof reason));
    _exit(127);
  };
  setsid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);  // the grader died before the line above took effect
  set_limit(RLIMIT_CORE, 0, 0);
  set_limit(RLIMIT_CPU, limits.cpu_seconds, limits.cpu_seconds + 1);
  set_limit(RLIMIT_DATA, limits.data_bytes, limits.data_bytes);
  set_limit(RLIMIT_NPROC, limits.tasks, limits.tasks);
  const int nothing = open("/dev/null", O_RDONLY);
  if (nothing < 0 || dup2(nothing, 0) < 0 || dup2(output, 1) < 0 || dup2(errors, 2) < 0) give_up(failure);
  const int kept = dup2(failure, 3);  // the lowest free number, so that all above can be closed
  fcntl(kept, F_SETFD, FD_CLOEXEC);
  syscall(SYS_close_range, 4u, ~0u, 0u);
  if (chdir(folder) != 0) give_up(kept);
  for (int number = 1; number < NSIG; ++number) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  execv(arguments[0], arguments);
  give_up(kept);
  std::abort();
}

// Empties a pipe that does not block. Returns false at its end.
bool drain(const Descriptor& from, Capture& capture, std::uint64_t stop_at) {
  std::array<char, 65536> buffer;
  while (capture.total() <= stop_at) {
    const ssize_t count = read(from.get(), buffer.data(), buffer.size());
    if (count > 0) {
      capture.add({buffer.data(), static_cast<std::size_t>(count)});
    } else if (count == 0) {
      return false;
    } else if (errno != EINTR) {
      return errno == EAGAIN;
    }
  }
  return true;
}

// Kills what left the process group: orphans come to us (subreaper), so killing children until none is left gets them
// all.
void kill_orphans() {
  const auto start = Clock::now();
  while (seconds_since(start) < 5) {
    const auto orphans = children_of(getpid());
    if (orphans.empty()) return;
    for (const pid_t orphan : orphans) {
      kill(orphan, SIGKILL);
      waitpid(orphan, nullptr, 0);
    }
  }
}

Outcome not_started(std::string sentence) {
  Outcome outcome;
  outcome.sentence = std::move(sentence);
  return outcome;
}

// Waits for the process, drains its output, and says when a limit is reached.
std::optional<Outcome::How> watch(pid_t pid, const Descriptor& process, Descriptor& out, Descriptor& err,
                                  Capture& output, Capture& errors, const ProcessLimits& limits,
                                  Clock::time_point start) {
  const int interval_ms = 10;  // how often memory and processes are looked at
  while (true) {
    std::array<pollfd, 3> wait{{{process.get(), POLLIN, 0}, {out.get(), POLLIN, 0}, {err.get(), POLLIN, 0}}};
    poll(wait.data(), wait.size(), interval_ms);  // a closed descriptor is -1, which poll passes over
    if (out.get() >= 0 && !drain(out, output, limits.output_bytes)) out.reset();
    if (err.get() >= 0 && !drain(err, errors, limits.output_bytes)) err.reset();
    if (output.total() + errors.total() > limits.output_bytes) return Outcome::How::output_limit;
    if ((wait[0].revents & POLLIN) != 0) return std::nullopt;
    if (seconds_since(start) > limits.seconds) return Outcome::How::time_limit;
    const Usage usage = usage_of_tree(pid, limits.processes);
    if (usage.processes > limits.processes) return Outcome::How::process_limit;
    if (usage.resident_bytes > limits.memory_bytes) return Outcome::How::memory_limit;
  }
}

}  // namespace

Outcome run_process(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                    const std::filesystem::path& folder, const ProcessLimits& limits) {
  auto out = Pipe::make(), err = Pipe::make(), failure = Pipe::make();
  if (!out || !err || !failure) return not_started(std::string("no pipes: ") + std::strerror(errno));
  std::string name = program.string();
  std::vector<std::string> copies = arguments;
  std::vector<char*> argv{name.data()};
  for (std::string& one : copies) argv.push_back(one.data());
  argv.push_back(nullptr);

  prctl(PR_SET_CHILD_SUBREAPER, 1);
  const ChildLimits for_child = child_limits(limits);
  const auto start = Clock::now();
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid < 0) return not_started(std::string("no new process: ") + std::strerror(errno));
  if (pid == 0)
    become(argv.data(), folder.c_str(), for_child, parent, out->write.get(), err->write.get(), failure->write.get());
  out->write.reset();
  err->write.reset();
  failure->write.reset();

  const Descriptor process(static_cast<int>(syscall(SYS_pidfd_open, pid, 0)));
  Capture output, errors;
  Outcome outcome;
  const auto reached = process.get() < 0 ? std::optional(Outcome::How::not_started)
                                         : watch(pid, process, out->read, err->read, output, errors, limits, start);
  // The leader is not reaped yet, so its number still names this group and no other.
  kill(-pid, SIGKILL);
  kill(pid, SIGKILL);
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  kill_orphans();
  outcome.seconds = seconds_since(start);
  if (out->read.get() >= 0) drain(out->read, output, limits.output_bytes);
  if (err->read.get() >= 0) drain(err->read, errors, limits.output_bytes);
  outcome.output = output.text();
  outcome.errors = errors.text();

  int reason = 0;
  if (read(failure->read.get(), &reason, sizeof reason) == sizeof reason)
    return not_started(name + " cannot be started: " + std::strerror(reason));
  if (reached == Outcome::How::not_started)
    return not_started("this kernel has no pidfd_open (Linux 5.3 or newer is needed)");
  if (reached) {
    outcome.how = *reached;
  } else if (WIFEXITED(status)) {
    outcome.how = Outcome::How::exited;
    outcome.exit_status = WEXITSTATUS(status);
  } else {
    outcome.signal = WTERMSIG(status);
    outcome.how = outcome.signal == SIGXCPU ? Outcome::How::time_limit : Outcome::How::signalled;
  }
  return outcome;
}

}  // namespace course::harness
