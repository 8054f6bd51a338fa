#include "grading/harness/tests/students/student.h"

// What the host side of a kernel is called, while the simulated GPU runs it.
[[gnu::noinline]] void __device_stub__doubled(float* out) {
  for (volatile int forever = 1; forever != 0;) out[0] = 0;
}

cudaError_t twice(const float* in, float* out, int n) {
  if (n == 13) __device_stub__doubled(out);
  return right_answer(in, out, n);
}
