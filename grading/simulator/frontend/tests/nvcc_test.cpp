// nvcc as the compiler of the device side. What needs no nvcc is always tested.
#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdlib>

#include "grading/simulator/frontend/frontend.h"
#include "grading/simulator/frontend/nvcc.h"
#include "grading/simulator/frontend/process.h"

namespace fs = std::filesystem;
using namespace sim::frontend;

namespace {

// A cache of this test, gone at the end.
struct Cache {
  fs::path path = fs::temp_directory_path() / ("nvcc-test." + std::to_string(::getpid()));
  ~Cache() {
    std::error_code none;
    fs::remove_all(path, none);
  }
};

Settings settings(const Cache& cache, const char* device_compiler) {
  Settings s = default_settings();
  s.cache = cache.path;
  s.device_compiler = device_compiler;
  return s;
}

}  // namespace

TEST_CASE("nvcc: names of unnamed namespaces become clang's") {
  CHECK(with_plain_names(".entry _ZN37_GLOBAL__N__d4657596_9_names2_cu_main5innerEPi(") == ".entry _ZN12_GLOBAL__N_15innerEPi(");
  CHECK(with_plain_names("[_ZN35_INTERNAL_d4657596_9_names2_cu_main37_GLOBAL__N__d4657596_9_names2_cu_main6hiddenE+4]") ==
        "[_ZN12_GLOBAL__N_16hiddenE+4]");
  CHECK(with_plain_names("mov.u32 %r1, _INTERNAL_;") == "mov.u32 %r1, _INTERNAL_;");      // no length before it
  CHECK(with_plain_names("_ZN999_GLOBAL__N_short") == "_ZN999_GLOBAL__N_short");          // a length beyond the text
}

TEST_CASE("nvcc: its messages are read like clang's") {
  CHECK(with_clang_places("a b/scale.cu(12): error: expected a \";\"\n  text\n") == "a b/scale.cu:12:1: error: expected a \";\"\n  text\n");
  CHECK(with_clang_places("x.cu(3): warning #177-D: unused\nx.cu(4): fatal error: gone\nx.cu(5): error #20014-D: no\n") ==
        "x.cu:3:1: warning: unused\nx.cu:4:1: fatal error: gone\nx.cu:5:1: error: no\n");
}

TEST_CASE("nvcc: a device compiler that there is not") {
  const Cache cache;
  const auto object = compile(fs::path(TESTS) / "internal_names.cu", settings(cache, "gcc"));
  CHECK(object.problem.blame == Blame::environment);
  CHECK(object.problem.message == "COURSE_DEVICE_COMPILER=gcc is neither clang nor nvcc");
  ::setenv("CUDACXX", "/nonexistent/nvcc", 1);
  const auto absent = compile(fs::path(TESTS) / "internal_names.cu", settings(cache, "nvcc"));
  ::unsetenv("CUDACXX");
  CHECK(absent.problem.blame == Blame::environment);
  CHECK(absent.problem.message.find("CUDACXX=/nonexistent/nvcc is no nvcc that runs") == 0);
}

TEST_CASE("device compilers: kernels and variables of internal linkage are found by the host side") {
  const Cache cache;
  for (const char* device_compiler : {"clang", "nvcc"}) {
    if (device_compiler == std::string("nvcc") && !find_nvcc().ok()) {
      MESSAGE("not tried: there is no nvcc on this machine");
      continue;
    }
    const Settings s = settings(cache, device_compiler);
    const auto object = compile(fs::path(TESTS) / "internal_names.cu", s);
    REQUIRE_MESSAGE(object.ok(), device_compiler << ": " << object.problem.message);
    const auto program = link({object.value}, cache.path / device_compiler, s);
    REQUIRE_MESSAGE(program.ok(), program.problem.message);
    // (1 + 0 + 5 + 1 + 20 + 16 + 100) * 2, and the counter as it was
    CHECK(Process({program.value.string()}, {}).wait().output == "286 5\n");
  }
}

TEST_CASE("nvcc: an error has its place") {
  if (!find_nvcc().ok()) {
    MESSAGE("not tried: there is no nvcc on this machine");
    return;
  }
  const Cache cache;
  const fs::path source = fs::path(TESTS) / "refused/missing_semicolon.cu";
  const auto object = compile(source, settings(cache, "nvcc"));
  CHECK(object.problem.blame == Blame::student);
  CHECK(object.problem.message.find(source.string() + ":") == 0);
}
