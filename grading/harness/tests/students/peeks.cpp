// Would write into the memory of its judge, or stop it and look at it.
#include <fcntl.h>
#include <sys/ptrace.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "grading/harness/tests/students/student.h"

cudaError_t twice(const float* in, float* out, int n) {
  const std::string memory = "/proc/" + std::to_string(getppid()) + "/mem";
  if (open(memory.c_str(), O_RDWR) >= 0 || ptrace(PTRACE_SEIZE, getppid(), nullptr, nullptr) == 0) {
    std::fputs("the judge is open\n", stderr);
    std::abort();
  }
  return right_answer(in, out, n);
}
