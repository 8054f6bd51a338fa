#include "grading/harness/tests/students/student.h"

// Calls itself without end, in a way that no compiler makes a loop of or warns of.
[[gnu::noinline]] int deeper(volatile int* depth) {
  volatile int here[64] = {*depth};
  *depth = here[0] + 1;
  if (*depth < 0) return 0;
  return deeper(depth) + here[63];
}

cudaError_t twice(const float* in, float* out, int n) {
  volatile int depth = 0;
  if (n == 13) out[0] = static_cast<float>(deeper(&depth));
  return right_answer(in, out, n);
}
