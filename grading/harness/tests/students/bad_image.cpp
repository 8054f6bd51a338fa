// Code that the front end made and the device cannot load: not something that a student did.
#include "grading/harness/tests/students/student.h"

cudaError_t twice(const float* in, float* out, int n) {
  if (n == 13) {
    fake::refuse("", static_cast<cudaError_t>(200), "PTX line 66: unexpected ''");
    return cudaSuccess;
  }
  return right_answer(in, out, n);
}
