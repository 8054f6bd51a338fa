#include <doctest/doctest.h>

#include "grading/course/runner_build.h"

using namespace course;

namespace {

std::string sentence(const std::string& linker_output) {
  const LabEntry entry{.name = "03-coalescing", .folder = {}, .lab = {}, .broken = {}};
  Task task;
  task.name = "scale_image";
  task.file = "scale_image.cu";
  task.function = "scale_image";
  const Built built = explain_link_error(linker_output, entry, task);
  CHECK(built.outcome == Built::Outcome::student);
  return built.message;
}

}  // namespace

TEST_CASE("a task that is not defined is named with the parameters that the grader uses") {
  CHECK(
      sentence("/usr/bin/ld: runner.cpp.o: in function `course::runner::run_case(course::runner::Case&)':\n"
               "runner.cpp:(.text+0x2a): undefined reference to `scale_image(float const*, unsigned long)'\n"
               "collect2: error: ld returned 1 exit status\n") ==
      "scale_image.cu does not define scale_image(float const*, unsigned long): the grader calls it with exactly these "
      "parameters (see labs/03-coalescing/tasks.h)");
}

TEST_CASE("other faults of linking") {
  CHECK(sentence("x.o: undefined reference to `helper(int)'\n") ==
        "scale_image.cu uses helper(int), which it neither defines nor includes");
  CHECK(sentence(
            "ld: b.o: in function `main':\nb.cu:(.text+0x0): multiple definition of `main'; a.o:main.cpp:(.text+0x0): "
            "first defined here\n") ==
        "scale_image.cu defines main, which the runner defines, too: take it out or give it another name");
  CHECK(sentence("runner.a(stack.o): in function `main':\nstack.cpp:(.text+0x4): relocation truncated to fit: R_X86_64_PC32 against `.bss'\n") ==
        "the global arrays of scale_image.cu take more than the 2 GB that a program has for them: make them smaller, or allocate "
        "that memory when it is needed");
  CHECK(sentence("ld.lld: error: undefined symbol: helper(int)\n>>> referenced by x\n") ==
        "scale_image.cu uses helper(int), which it neither defines nor includes");
  CHECK(sentence("ld: cannot find -lfoo\n") == "ld: cannot find -lfoo");
}
