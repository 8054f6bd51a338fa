// Leaves one process behind that keeps standard output open, in a session of its own; the answer is right.
#include <unistd.h>

#include "grading/harness/tests/students/student.h"

cudaError_t twice(const float* in, float* out, int n) {
  if (n == 13 && fork() == 0) {
    setsid();
    if (fork() != 0) _exit(0);
    execlp("sleep", "sleep", "4567", nullptr);
    _exit(1);
  }
  return right_answer(in, out, n);
}
