#include "grading/harness/tests/students/student.h"

cudaError_t twice(const float* in, float* out, int n) {
  if (n == 13) {
    for (int i = n; i < n + 3; ++i) out[i] = 1;
  }
  return right_answer(in, out, n);
}
