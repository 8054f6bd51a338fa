#include "grading/harness/tests/students/student.h"

cudaError_t twice(const float* in, float* out, int n) {
  if (n == 13) {
    fake::fault("out-of-bounds", "/home/student/student.cu:14",
                "a store 4 bytes past the end of an allocation of 56 bytes");
    return cudaSuccess;
  }
  return right_answer(in, out, n);
}
