#include <cstring>
#include <vector>

#include "grading/harness/tests/students/student.h"

cudaError_t twice(const float* in, float* out, int n) {
  if (n == 13) {
    for (std::vector<std::vector<char>> all;;) all.emplace_back(std::size_t{1} << 24, 'x');
  }
  return right_answer(in, out, n);
}
