#include "grading/harness/tests/students/student.h"

cudaError_t twice(const float* in, float* out, int n) {
  if (n == 13) {
    out[-2] = 1;
  }
  return right_answer(in, out, n);
}
