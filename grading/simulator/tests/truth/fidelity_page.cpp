// fidelity_page [--check] FILE: writes docs/fidelity.md, or says whether it is what it would write.
// Exit status 0: done or equal; 1: stale, or a count differs that no exception explains; 2: could not be run; 77: this
// computer lacks the reference front end.
#include <fmt/format.h>

#include <cstdlib>
#include <exception>
#include <fstream>
#include <iterator>

#include "grading/simulator/tests/truth/cases.h"
#include "grading/simulator/tests/truth/examples.h"
#include "grading/simulator/tests/truth/machine.h"
#include "grading/simulator/tests/truth/page.h"

int main(int argc, char** argv) {
  using namespace sim::truth;
  const bool check = argc == 3 && std::string_view(argv[1]) == "--check";
  if (argc != (check ? 3 : 2)) {
    fmt::print(stderr, "usage: {} [--check] FILE\n", argv[0]);
    return 2;
  }
  const std::string file = argv[argc - 1];
  if (const auto reason = missing(FrontEnd::clang_19)) {
    fmt::print("skipped: {}\n", *reason);
    const char* ci = std::getenv("CI");
    return ci && std::string_view(ci) == "true" ? 1 : 77;
  }
  try {
    const auto comparisons = compare_cases(TRUTH, FrontEnd::clang_19);
    const auto examples = compare_examples({EXAMPLES, TRUTH "/examples", CUDASIM_RUN});
    bool unexplained = false;
    for (const auto* all : {&comparisons, &examples})
      for (const auto& comparison : *all)
        for (const auto& problem : comparison.problems) fmt::print(stderr, "{}\n", problem), unexplained = true;
    if (unexplained) return 1;
    const std::string page = fidelity_page(comparisons, example_section(examples));
    if (check) {
      std::ifstream in(file, std::ios::binary);
      if (std::string(std::istreambuf_iterator<char>(in), {}) == page) return 0;
      fmt::print(stderr, "{} is stale: build the target fidelity_refresh\n", file);
      return 1;
    }
    std::ofstream out(file, std::ios::binary);
    out << page;
    out.close();
    if (out) return 0;
    fmt::print(stderr, "{} cannot be written\n", file);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
  }
  return 2;
}
