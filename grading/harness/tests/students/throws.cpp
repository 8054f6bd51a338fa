#include <stdexcept>

#include "grading/harness/tests/students/student.h"

cudaError_t twice(const float* in, float* out, int n) {
  if (n == 13) {
    throw std::runtime_error("no kernel for thirteen");
  }
  return right_answer(in, out, n);
}
