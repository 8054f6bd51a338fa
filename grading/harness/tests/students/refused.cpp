#include "grading/harness/tests/students/student.h"

cudaError_t twice(const float* in, float* out, int n) {
  if (n == 13) {
    fake::refuse("twice(float*)", cudaErrorInvalidConfiguration, "2048 threads a block, at most 1024 are possible.");
    return cudaSuccess;
  }
  return right_answer(in, out, n);
}
