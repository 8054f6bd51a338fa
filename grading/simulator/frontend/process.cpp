#include "grading/simulator/frontend/process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

namespace sim::frontend {
namespace {

constexpr std::size_t most_output = 1 << 20;

void limit(int resource, rlim_t value) {
  const rlimit bound = {value, value};
  setrlimit(resource, &bound);
}

std::string read_all(int file) {
  std::string text;
  char buffer[16384];
  for (;;) {
    const ssize_t got = ::read(file, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return text;
    // The rest is read and dropped, so that the child never waits for a full pipe.
    if (text.size() < most_output) text.append(buffer, static_cast<std::size_t>(got));
  }
}

}  // namespace

Process::Process(const std::vector<std::string>& arguments, const Limits& limits) {
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  int output[2], failure[2];
  if (::pipe2(output, O_CLOEXEC) != 0 || ::pipe2(failure, O_CLOEXEC) != 0) {
    start_error_ = errno, waited_ = true;
    return;
  }
  pid_ = ::fork();
  if (pid_ == 0) {
    ::dup2(output[1], 1), ::dup2(output[1], 2);
    if (const int null = ::open("/dev/null", O_RDONLY); null >= 0) ::dup2(null, 0);
    if (limits.processor.count()) limit(RLIMIT_CPU, static_cast<rlim_t>(limits.processor.count()));
    if (limits.memory) limit(RLIMIT_AS, limits.memory);
    ::execv(argv[0], argv.data());
    const int error = errno;
    [[maybe_unused]] const ssize_t told = ::write(failure[1], &error, sizeof error);
    ::_exit(127);
  }
  if (pid_ < 0) start_error_ = errno, waited_ = true;
  ::close(output[1]), ::close(failure[1]);
  output_ = output[0];
  int error = 0;
  if (pid_ > 0 && ::read(failure[0], &error, sizeof error) == sizeof error) start_error_ = error;
  ::close(failure[0]);
}

Process::~Process() {
  if (!waited_) end(), wait();
  if (output_ >= 0) ::close(output_);
}

Outcome Process::wait() {
  Outcome outcome;
  outcome.start_error = start_error_;
  if (output_ >= 0) outcome.output = read_all(output_);
  if (waited_) return outcome;
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {}
  waited_ = true;
  if (start_error_) return outcome;
  if (WIFEXITED(status)) outcome.status = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) outcome.signal = WTERMSIG(status);
  return outcome;
}

void Process::end() {
  if (!waited_ && pid_ > 0) ::kill(pid_, SIGKILL);
}

bool Process::running() const {
  if (waited_ || pid_ <= 0) return false;
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == 0;
}

}  // namespace sim::frontend
