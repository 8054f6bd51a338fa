#include <fstream>
#include <string>

#include "grading/harness/tests/students/student.h"

cudaError_t twice(const float* in, float* out, int n) {
  if (n == 13) {
    std::ofstream file("core");
    const std::string block(1 << 20, 'x');
    while (file << block) {
    }
  }
  return right_answer(in, out, n);
}
