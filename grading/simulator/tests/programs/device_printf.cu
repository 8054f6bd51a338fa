// printf from kernels: every conversion, widths, strings, its result, and text from many threads.
#include <unistd.h>

#include <algorithm>

#include "check.h"

// What a function prints to standard output, the device's text included.
template <class Function>
std::string printed(Function function) {
  std::fflush(stdout);
  std::FILE* file = std::tmpfile();
  int kept = dup(1);
  dup2(fileno(file), 1);
  function();
  check::synchronise();
  std::fflush(stdout);
  dup2(kept, 1);
  close(kept);
  std::string text(std::size_t(lseek(fileno(file), 0, SEEK_END)), '\0');
  lseek(fileno(file), 0, SEEK_SET);
  if (read(fileno(file), text.data(), text.size()) != ssize_t(text.size())) text = "(unreadable)";
  std::fclose(file);
  return text;
}

__device__ const char global_text[] = "global";

__global__ void formats(int* results) {
  results[0] = printf("plain\n");
  results[1] = printf("%d %i %u %x %X %o\n", -5, 7, 4000000000u, 48879, 0xbeef, 8);
  results[2] = printf("[%5d] [%-5d] [%05d] [%+d] [%.3d]\n", 42, 42, 42, 42, 7);
  results[3] = printf("%ld %lld %llu %llx %hd\n", -1l, -(1ll << 40), 1ull << 63, 0xabcdef012345ull, short{-3});
  results[4] = printf("%f %.2f %8.3f %e %g %g\n", 1.5, 2.345f, -3.14159, 12345.678, 0.0001, 1e20);
  results[5] = printf("%c%c %s|%10s|%-6s|%.2s %%\n", 'o', 'k', "text", "right", "left", "cut");
  results[6] = printf("%s %s\n", global_text, threadIdx.x ? "other" : "first");
  results[7] = printf("%d %s %f %d\n", 1, "mixed", 0.25, 2);
}

__global__ void many(int modulus) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i % modulus == 0) printf("thread %d of block %d\n", threadIdx.x, blockIdx.x);
}

__global__ void in_order() {
  for (int i = 0; i < 5; ++i) printf("%d,", i);
  printf("\n");
}

int main() {
  check::DeviceArray<int> results(8);
  std::string text = printed([&] { formats<<<1, 1>>>(results.get()); });
  std::string wanted =
      "plain\n"
      "-5 7 4000000000 beef BEEF 10\n"
      "[   42] [42   ] [00042] [+42] [007]\n"
      "-1 -1099511627776 9223372036854775808 abcdef012345 -3\n"
      "1.500000 2.35   -3.142 1.234568e+04 0.0001 1e+20\n"
      "ok text|     right|left  |cu %\n"
      "global first\n"
      "1 mixed 0.250000 2\n";
  // 2.345f is a little more than 2.345, so it rounds up.
  check::expect(text == wanted, "the kernel printed\n" + text + "instead of\n" + wanted);
  // On the device printf returns the number of its arguments (CUDA C++ Programming Guide, Formatted Output).
  check::expect_equal("results of printf", results.download(), {0, 6, 5, 5, 6, 6, 2, 4});

  text = printed([] { many<<<3, 50>>>(7); });
  std::vector<std::string> lines, wanted_lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  for (int i = 0; i < 150; i += 7) {
    wanted_lines.push_back("thread " + std::to_string(i % 50) + " of block " + std::to_string(i / 50));
  }
  std::sort(lines.begin(), lines.end());
  std::sort(wanted_lines.begin(), wanted_lines.end());
  check::expect(lines == wanted_lines, "many threads printed\n" + text);
  text = printed([] { in_order<<<1, 1>>>(); });
  check::expect(text == "0,1,2,3,4,\n", "one thread's text keeps its order, not: " + text);
  return check::verdict();
}
