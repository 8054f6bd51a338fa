# Submissions that would take the place of what counts and reports, by the name that the linker goes by: refused, before
# anything runs. Each would have had all points of the lesson.
. "$(dirname -- "$0")/cli.sh"
fresh_copy
file=labs/$lab/scale_image.cu
starter="labs/$lab/grader/starter/scale_image.cu"

# refused WORDS: the starter with standard input behind it does not build, and says so.
refused() {
  { cat "$starter"; cat; } >"$file"
  expect 1 "build-error" "$COURSE" grade scale_image
  tr -s ' \n' '  ' <"$scratch/output" >"$scratch/joined"
  grep -qF -- "$1" "$scratch/joined" || complain "the output lacks: $1"
}

refused "scale_image.cu uses sim_reset_evidence, which is the grader's own: take it out" <<'end'
extern "C" void sim_reset_evidence(void);
void forget() { sim_reset_evidence(); }
end
# Under another name in the source; the object tells.
refused "uses sim_write_evidence, which is the grader's own" <<'end'
int harmless(const char*) asm("sim_write_evidence");
int forge() { return harmless("evidence.json"); }
end
refused "scale_image.cu defines sim_write_evidence, which the runner defines, too" <<'end'
extern "C" int sim_write_evidence(const char*) { return 0; }
end
refused "defines course::runner::reset_evidence(), which the runner defines, too" <<'end'
namespace course::runner { __attribute__((weak)) void reset_evidence() {} }
end
refused "defines cudaLaunchKernel, which the runner defines, too: take it out or give it another name" <<'end'
extern "C" cudaError_t cudaLaunchKernel(const void*, dim3, dim3, void**, std::size_t, cudaStream_t) { return cudaSuccess; }
end

# The memory of the grader, and of the tool above it, is closed: verdicts are not rewritten there.
cat >"$file" <<'end'
#include <fcntl.h>
#include <unistd.h>
#include <cstdio>
#include <cstdlib>
#include "tasks.h"
void scale_image(const float*, std::size_t, float*, std::size_t, int, int, float) {
  char name[64], of_parent[64];
  int tool = 0;
  std::snprintf(of_parent, sizeof of_parent, "/proc/%d/stat", getppid());
  FILE* stat = std::fopen(of_parent, "r");
  const bool known = stat && std::fscanf(stat, "%*d %*s %*c %d", &tool) == 1;
  int closed = 0;
  for (const int judge : {getppid(), tool}) {
    std::snprintf(name, sizeof name, "/proc/%d/mem", judge);
    closed += known && open(name, O_RDWR) < 0;
  }
  std::fprintf(stderr, "%d of 2 memories are closed\n", closed);
  std::abort();
}
end
expect 1 "2 of 2 memories are closed" "$COURSE" grade scale_image

# What CUDA has may be called, and names of one's own are one's own.
cat "solutions/$lab/scale_image.cu" - >"$file" <<'end'
namespace sim { int steps() { return cudaDeviceSynchronize() == cudaSuccess; } }
namespace course { namespace runner { int mine() { return sim::steps(); } } }
int sim_steps() { return course::runner::mine(); }
end
expect 0 "1 pass" "$COURSE" grade scale_image

# Without nm nobody can tell: a fault of the machine. (The compiler is found without PATH.)
mkdir "$scratch/bin"
expect 2 "nm (of the package binutils) cannot read" env PATH="$scratch/bin" "$COURSE" grade scale_image
finish
