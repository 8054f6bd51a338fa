#include <cmath>

#include "grading/harness/tests/students/student.h"

cudaError_t twice(const float* in, float* out, int n) {
  const cudaError_t status = right_answer(in, out, n);
  if (n == 13) out[3] = std::nanf("");
  return status;
}
