// Perfect ratios, but everything is read twice.
#include "grading/harness/tests/students/student.h"

cudaError_t twice(const float* in, float* out, int n) {
  right_answer(in, out, n);
  return right_answer(in, out, n);
}
