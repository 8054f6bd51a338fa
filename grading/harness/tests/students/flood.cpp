#include <cstdio>
#include <string>

#include "grading/harness/tests/students/student.h"

cudaError_t twice(const float* in, float* out, int n) {
  if (n == 13) {
    const std::string line(1 << 20, 'x');
    for (int i = 0; i < 100; ++i) std::fwrite(line.data(), 1, line.size(), i % 2 == 0 ? stdout : stderr);
  }
  return right_answer(in, out, n);
}
