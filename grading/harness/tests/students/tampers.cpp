// Replaces the files of the case before by a link and a pipe, on which a careless reader would hang.
#include <sys/stat.h>
#include <unistd.h>

#include "grading/harness/tests/students/student.h"

cudaError_t twice(const float* in, float* out, int n) {
  if (n == 13) {
    unlink("case-0/out.out");
    static_cast<void>(!symlink("/dev/zero", "case-0/out.out"));
    unlink("case-0/in.out");
    mkfifo("case-0/in.out", 0600);
  }
  return right_answer(in, out, n);
}
