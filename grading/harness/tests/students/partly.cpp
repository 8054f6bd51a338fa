// Forgets the last elements when n is no multiple of 4.
#include "grading/harness/tests/students/student.h"

cudaError_t twice(const float* in, float* out, int n) { return right_answer(in, out, n == 13 ? 10 : n); }
