#include "grading/simulator/frontend/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "grading/programs/pointers.h"

namespace sim::frontend {
namespace {

constexpr std::size_t most_output = 1 << 20;

void limit(int resource, rlim_t value, rlim_t hard) {
  const rlimit bound = {value, hard};
  setrlimit(resource, &bound);
}

// The soft limit only: what the child may raise or lower it to stays as it was.
void set_stack(rlim_t wanted) {
  rlimit bound{};
  if (getrlimit(RLIMIT_STACK, &bound) != 0) return;
  bound.rlim_cur = std::min(wanted, bound.rlim_max);
  setrlimit(RLIMIT_STACK, &bound);
}

}  // namespace

Process::Process(const std::vector<std::string>& arguments, const Limits& limits) : limits_(limits) {
  const std::vector<char*> argv = programs::pointers(arguments);
  int ends[4] = {-1, -1, -1, -1};
  const bool piped = ::pipe2(ends, O_CLOEXEC) == 0 && ::pipe2(ends + 2, O_CLOEXEC) == 0;
  if (!piped) start_error_ = errno, waited_ = true;
  output_ = programs::Descriptor(ends[0]);
  programs::Descriptor output(ends[1]), failure(ends[2]), failing(ends[3]);
  if (!piped) return;
  pid_ = ::fork();
  if (pid_ == 0) {
    ::dup2(output.get(), 1), ::dup2(output.get(), 2);
    if (const int null = ::open("/dev/null", O_RDONLY); null >= 0) ::dup2(null, 0);
    // SIGXCPU at the limit, which clang answers with where it was; SIGKILL later, should that not end it.
    if (const auto seconds = static_cast<rlim_t>(limits.processor.count()); seconds > 0) limit(RLIMIT_CPU, seconds, seconds + 2);
    if (limits.memory) limit(RLIMIT_AS, limits.memory, limits.memory);
    if (limits.stack) set_stack(limits.stack);
    ::execv(argv[0], argv.data());
    const int error = errno;
    [[maybe_unused]] const ssize_t told = ::write(failing.get(), &error, sizeof error);
    ::_exit(127);
  }
  if (pid_ < 0) start_error_ = errno, waited_ = true;
  failing.reset();  // or the child's end of it would not be the end
  int error = 0;
  if (pid_ > 0 && ::read(failure.get(), &error, sizeof error) == sizeof error) start_error_ = error;
}

Process::~Process() {
  if (!waited_) end(), wait();
}

int Process::rest() const {
  if (limits_.wall.count() == 0) return -1;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(limits_.wall - (std::chrono::steady_clock::now() - start_));
  return static_cast<int>(std::max<std::chrono::milliseconds::rep>(left.count(), 0));
}

std::string Process::read_output() {
  std::string text;
  char buffer[16384];
  for (;;) {
    pollfd ready{output_.get(), POLLIN, 0};
    // Once ended it holds the pipe no longer, so reading comes to an end.
    if (const int polled = ::poll(&ready, 1, over_wall_ ? -1 : rest()); polled == 0) over_wall_ = true, end();
    else if (polled < 0 && errno != EINTR) return text;
    if (ready.revents == 0) continue;
    const ssize_t got = ::read(output_.get(), buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return text;
    // The rest is read and dropped, so that the child never waits for a full pipe.
    if (text.size() < most_output) text.append(buffer, static_cast<std::size_t>(got));
  }
}

Outcome Process::wait() {
  Outcome outcome;
  outcome.start_error = start_error_;
  if (output_.get() >= 0) outcome.output = read_output();
  if (waited_) return outcome;
  int status = 0;
  rusage used{};
  while (::wait4(pid_, &status, 0, &used) < 0 && errno == EINTR) {}
  waited_ = true;
  if (start_error_) return outcome;
  if (WIFEXITED(status)) outcome.status = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) outcome.signal = WTERMSIG(status);
  outcome.over_wall = over_wall_;
  // The kernel's SIGKILL at the limit looks like anybody's; what was used tells them apart. It counts more coarsely
  // than it reports, so the sum may lie somewhat below the limit.
  const std::chrono::microseconds processor = std::chrono::seconds(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                                              std::chrono::microseconds(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
  outcome.over_processor = limits_.processor.count() &&
                           (outcome.signal == SIGXCPU || (outcome.signal && 10 * processor >= 9 * limits_.processor));
  return outcome;
}

void Process::end() {
  if (!waited_ && pid_ > 0) ::kill(pid_, SIGKILL);
}

bool Process::running() {
  if (waited_ || pid_ <= 0) return false;
  if (rest() == 0) over_wall_ = true, end();
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == 0;
}

}  // namespace sim::frontend
