#include "grading/harness/tests/students/student.h"

cudaError_t twice(const float* in, float* out, int n) {
  if (n == 13) {
    right_answer(in, out, n);
    return cudaErrorMemoryAllocation;
  }
  return right_answer(in, out, n);
}
