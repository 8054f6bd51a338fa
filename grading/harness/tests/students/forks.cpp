// Starts processes, some of which leave the process group, and returns the right answer.
#include <unistd.h>

#include "grading/harness/tests/students/student.h"

cudaError_t twice(const float* in, float* out, int n) {
  if (n == 13) {
    for (int i = 0; i < 100; ++i) {
      if (fork() != 0) continue;
      if (i % 2 == 0) setsid();
      for (;;) pause();
    }
    usleep(500000);
  }
  return right_answer(in, out, n);
}
