#include "grading/harness/spawn.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "grading/harness/descendants.h"
#include "grading/programs/pointers.h"
#include "grading/runner/protocol.h"

namespace course::harness {
namespace {

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
[[noreturn]] void become(char* const* arguments, char* const* environment, const char* folder, const ChildLimits& limits, pid_t parent,
                         int output, int errors, int failure, int channel) {
  const auto give_up = [](int tell) {
    const int reason = errno;
    static_cast<void>(!write(tell, &reason, sizeof reason));
    _exit(127);
  };
  setsid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);  // the grader died before the line above took effect
  // Root's processes may look into all others that have no more rights than they; this right is lost with the execve below.
  prctl(PR_CAPBSET_DROP, CAP_SYS_PTRACE, 0, 0, 0);
  set_limit(RLIMIT_CORE, 0, 0);
  set_limit(RLIMIT_CPU, limits.cpu_seconds, limits.cpu_seconds + 1);
  set_limit(RLIMIT_DATA, limits.data_bytes, limits.data_bytes);
  set_limit(RLIMIT_NPROC, limits.tasks, limits.tasks);
  const int nothing = open("/dev/null", O_RDONLY);
  if (nothing < 0 || dup2(nothing, 0) < 0 || dup2(output, 1) < 0 || dup2(errors, 2) < 0) give_up(failure);
  // The lowest numbers, so that all above can be closed; first out of the way of each other.
  constexpr int kept = protocol::turns_descriptor + 1;
  const int failure_aside = fcntl(failure, F_DUPFD, 2 * kept), channel_aside = fcntl(channel, F_DUPFD, 2 * kept);
  if (dup2(failure_aside, kept) < 0) give_up(failure_aside);
  fcntl(kept, F_SETFD, FD_CLOEXEC);
  if (channel < 0)
    close(protocol::turns_descriptor);
  else if (dup2(channel_aside, protocol::turns_descriptor) < 0)
    give_up(kept);
  syscall(SYS_close_range, static_cast<unsigned>(kept + 1), ~0u, 0u);
  if (chdir(folder) != 0) give_up(kept);
  for (int number = 1; number < NSIG; ++number) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  execve(arguments[0], arguments, environment);
  give_up(kept);
  std::abort();
}

// Of one call of a student's function. Each is one to three KiB of evidence, of which a grader reads 64 MiB.
constexpr int most_launches = 20'000;

// The simulated GPU reads these when the program is loaded, before any code of ours runs in it. What the environment says
// already holds: whoever looks for a fault may want to wait.
std::vector<std::string> environment_for(const ProcessLimits& limits) {
  constexpr const char *budget = "CUDA_SIM_INSTRUCTION_BUDGET", *launches = "CUDA_SIM_LAUNCH_BUDGET", *order = "CUDA_SIM_BLOCK_ORDER";
  std::vector<std::string> all;
  for (char** one = environ; *one != nullptr; ++one) all.emplace_back(*one);
  if (limits.warp_instructions > 0 && std::getenv(budget) == nullptr)
    all.push_back(std::string(budget) + "=" + std::to_string(limits.warp_instructions));
  if (limits.warp_instructions > 0 && std::getenv(launches) == nullptr)
    all.push_back(std::string(launches) + "=" + std::to_string(most_launches));
  if (limits.swap_blocks && std::getenv(order) == nullptr) all.push_back(std::string(order) + "=swapped");
  return all;
}

Spawned not_spawned(std::string problem) {
  Spawned none;
  none.problem = std::move(problem);
  return none;
}

}  // namespace

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

void kill_orphans() {
  const auto give_up = std::chrono::steady_clock::now() + std::chrono::seconds(5);
  while (std::chrono::steady_clock::now() < give_up) {
    const auto orphans = children_of(getpid());
    if (orphans.empty()) return;
    for (const pid_t orphan : orphans) {
      kill(orphan, SIGKILL);
      waitpid(orphan, nullptr, 0);
    }
  }
}

int end_process(pid_t pid) {
  // The leader is not reaped yet, so its number still names this group and no other.
  kill(-pid, SIGKILL);
  kill(pid, SIGKILL);
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

Outcome outcome_of(Spawned& spawned, int status, std::optional<Outcome::How> reached, Capture& output, Capture& errors,
                   const ProcessLimits& limits) {
  if (spawned.output.get() >= 0) drain(spawned.output, output, limits.output_bytes);
  if (spawned.errors.get() >= 0) drain(spawned.errors, errors, limits.output_bytes);
  Outcome outcome;
  outcome.output = output.text();
  outcome.errors = errors.text();
  int reason = 0;
  if (read(spawned.failure.get(), &reason, sizeof reason) == sizeof reason) {
    outcome.sentence = spawned.program + " cannot be started: " + std::strerror(reason);
  } else if (reached) {
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

Spawned spawn(const std::filesystem::path& program, const std::vector<std::string>& arguments,
              const std::filesystem::path& folder, const ProcessLimits& limits, bool with_channel) {
  auto out = Pipe::make(), err = Pipe::make(), failure = Pipe::make();
  std::array<int, 2> ends{-1, -1};
  const bool channel = !with_channel || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) == 0;
  Descriptor ours(ends[0]), theirs(ends[1]);
  if (!out || !err || !failure || !channel) return not_spawned(std::string("no pipes: ") + std::strerror(errno));
  std::vector<std::string> words = arguments, variables = environment_for(limits);
  words.insert(words.begin(), program.string());
  const std::vector<char*> argv = programs::pointers(words), environment = programs::pointers(variables);

  prctl(PR_SET_CHILD_SUBREAPER, 1);
  const ChildLimits for_child = child_limits(limits);
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid < 0) return not_spawned(std::string("no new process: ") + std::strerror(errno));
  if (pid == 0)
    become(argv.data(), environment.data(), folder.c_str(), for_child, parent, out->write.get(), err->write.get(), failure->write.get(),
           theirs.get());
  Spawned spawned;
  spawned.program = program.string();
  spawned.pid = pid;
  spawned.process = Descriptor(static_cast<int>(syscall(SYS_pidfd_open, pid, 0)));
  spawned.output = std::move(out->read);
  spawned.errors = std::move(err->read);
  spawned.failure = std::move(failure->read);
  spawned.channel = std::move(ours);
  return spawned;
}

}  // namespace course::harness
