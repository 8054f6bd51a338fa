#include "grading/harness/tests/students/student.h"

cudaError_t twice(const float* in, float* out, int n) {
  if (n == 13) fake::note("device memory never freed: allocation #3 of 52 bytes");
  if (n == 14) fake::note("device memory never freed: allocation #4 of 56 bytes");
  return right_answer(in, out, n);
}
