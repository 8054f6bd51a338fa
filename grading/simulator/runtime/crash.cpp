#include "grading/simulator/runtime/crash.h"

#include <fmt/format.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "grading/simulator/runtime/evidence.h"
#include "grading/simulator/runtime/memory_names.h"

namespace sim::runtime {
namespace {

thread_local const char* copying_call = nullptr;

constexpr int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

// Just below this thread's stack, where an endless recursion arrives. A little above its end counts as well: the system
// keeps a gap there.
bool below_stack(const void* address) {
  pthread_attr_t thread;
  if (pthread_getattr_np(pthread_self(), &thread) != 0) return false;
  void* lowest = nullptr;
  std::size_t bytes = 0;
  const bool known = pthread_attr_getstack(&thread, &lowest, &bytes) == 0;
  pthread_attr_destroy(&thread);
  constexpr std::uintptr_t above = 64 * 1024, below = 1024 * 1024;
  const auto at = reinterpret_cast<std::uintptr_t>(address), end = reinterpret_cast<std::uintptr_t>(lowest);
  return known && at < end + above && at + below >= end;
}

std::string sentence_of(const State& s, int signal, const void* address) {
  if (signal == SIGFPE) return "host code divided a whole number by zero, or the smallest by -1";
  if (signal != SIGSEGV && signal != SIGBUS) return fmt::format("host code ended by {}", strsignal(signal));
  if (s.memory.owns(address)) {
    const Allocation* found = s.memory.find(reinterpret_cast<Address>(address));
    return fmt::format("host code followed a device pointer: address {} {}; copy it with cudaMemcpy first", address,
                       found ? "belongs to " + describe(*found)
                             : "is device memory (" + describe_stray(s, reinterpret_cast<Address>(address)) + ")");
  }
  if (copying_call)
    return fmt::format(
        "{} was given a host pointer that leads outside the program's memory, or to fewer bytes than it was to copy "
        "(address {})",
        copying_call, address);
  if (below_stack(address))
    return "host code used up its stack: a function calls itself without end, or has a local array that is too large";
  return fmt::format("host code touched address {}, which is not the program's memory{}", address,
                     reinterpret_cast<std::uintptr_t>(address) < 4096 ? " (a null pointer)" : "");
}

// Not signal-safe in general: it allocates. A crash inside malloc could hang it, so an alarm ends the process then.
void on_crash(int signal, siginfo_t* info, void*) {
  for (const int s : crashes) std::signal(s, SIG_DFL);
  std::signal(SIGALRM, SIG_DFL);
  alarm(5);
  State& device = state();
  if (device.mutex.try_lock()) {
    Fault fault;
    fault.kind = device.memory.owns(info->si_addr) && signal != SIGABRT ? "host-dereference" : "host-crash";
    fault.kernel = "host code";
    fault.sentence = sentence_of(device, signal, info->si_addr);
    // abort() was the program's own decision; assert has printed its reason.
    if (signal == SIGABRT) device.record.faults.push_back({fault, -1});
    else report_fault(device, fault, -1);
    if (const char* path = std::getenv("CUDA_SIM_EVIDENCE"); path && *path) sim_write_evidence(path);
  }
  alarm(0);
  raise(signal);  // unblocked on return: ends the process by this signal
}

}  // namespace

CrashContext::CrashContext(const char* call) { copying_call = call; }
CrashContext::~CrashContext() { copying_call = nullptr; }

void install_crash_report() {
  // A stack of its own, so that an endless recursion is reported too.
  constexpr std::size_t bytes = 256 * 1024;
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory != MAP_FAILED) {
    const stack_t stack = {memory, 0, bytes};
    sigaltstack(&stack, nullptr);
  }
  for (const int signal : crashes) {
    struct sigaction action = {}, before = {};
    action.sa_sigaction = on_crash;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    // A handler of the program's own (a sanitiser's, say) stays.
    if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_DFL) sigaction(signal, &action, nullptr);
  }
}

}  // namespace sim::runtime
