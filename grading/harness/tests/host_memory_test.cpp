// The runner's memory for arrays on the host: all of it is there, and nothing behind it.
#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstring>
#include <initializer_list>

#include "grading/runner/host_memory.h"

using namespace course::runner;

namespace {

// The signal that ends a process which reads this byte; 0: it may.
int signal_of_reading(const std::byte* place) {
  const pid_t child = fork();
  if (child == 0) {
    std::signal(SIGSEGV, SIG_DFL);  // doctest's own handler would report a failed test
    const volatile std::byte* watched = place;
    static_cast<void>(*watched);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

}  // namespace

TEST_CASE("host memory ends where nobody may read") {
  for (const std::size_t bytes : {1, 255, 256, 1680, 4096, 42000, 1 << 20}) {
    CAPTURE(bytes);
    auto* memory = static_cast<std::byte*>(take_host_memory(bytes));
    REQUIRE(memory != nullptr);
    CHECK(reinterpret_cast<std::uintptr_t>(memory) % 256 == 0);
    std::memset(memory, 1, bytes);
    CHECK(signal_of_reading(memory + bytes - 1) == 0);
    CHECK(signal_of_reading(memory + (bytes + 255) / 256 * 256) == SIGSEGV);
    give_host_memory(memory, bytes);
    CHECK(signal_of_reading(memory) == SIGSEGV);
  }
}
