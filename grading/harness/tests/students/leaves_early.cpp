// Registers a lie for the end of the process; the answer is right, and the process never gets to tell it.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "grading/harness/tests/students/student.h"

cudaError_t twice(const float* in, float* out, int n) {
  if (n == 13) std::atexit([] { _exit(3); });
  return right_answer(in, out, n);
}
