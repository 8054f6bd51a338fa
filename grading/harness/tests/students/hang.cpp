#include "grading/harness/tests/students/student.h"

cudaError_t twice(const float* in, float* out, int n) {
  if (n == 13) {
    for (volatile int forever = 1; forever != 0;) {
    }
  }
  return right_answer(in, out, n);
}
