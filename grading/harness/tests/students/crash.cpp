#include "grading/harness/tests/students/student.h"

// As the compiler of a .cu file tells it; this student is compiled with line numbers.
#line 30 "/home/student/twice.cu"
cudaError_t twice(const float* in, float* out, int n) {
  if (n == 13) {
    volatile int* nowhere = nullptr;
    *nowhere = 1;
  }
  return right_answer(in, out, n);
}
