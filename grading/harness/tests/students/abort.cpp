#include <cstdio>
#include <cstdlib>

#include "grading/harness/tests/students/student.h"

cudaError_t twice(const float* in, float* out, int n) {
  if (n == 13) {
    std::fprintf(stderr, "student: n must be even\\n");
    std::abort();
  }
  return right_answer(in, out, n);
}
