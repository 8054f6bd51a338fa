// cudasim-run FILE.cu [--counters] [--csv FILE] [-- ARGUMENTS]: one CUDA program on the simulated GPU.
#include <cstdio>
#include <string_view>

#include "grading/simulator/frontend/run.h"

int main(int argc, char** argv) {
  sim::frontend::RunOptions options;
  int i = 1;
  for (; i < argc && std::string_view(argv[i]) != "--"; ++i) {
    const std::string_view word = argv[i];
    if (word == "--counters") options.counters = true;
    else if (word == "--csv" && i + 1 < argc) options.csv = argv[++i];
    else if (!word.starts_with("-") && options.source.empty()) options.source = word;
    else {
      std::fprintf(stderr, "%s: %s is not understood\n", argv[0], argv[i]);
      return 2;
    }
  }
  for (++i; i < argc; ++i) options.arguments.emplace_back(argv[i]);
  if (options.source.empty()) {
    std::fprintf(stderr, "usage: %s FILE.cu [--counters] [--csv FILE] [-- ARGUMENTS]\n", argv[0]);
    return 2;
  }
  return sim::frontend::run_program(options, sim::frontend::default_settings());
}
