// The same program gives the same evidence, byte by byte: ten runs, with one host thread and with two.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <regex>

#include "grading/simulator/frontend/run.h"
#include "grading/simulator/tests/truth/machine.h"

namespace fs = std::filesystem;
using namespace sim::truth;

namespace {

const fs::path tests = fs::path(TRUTH).parent_path();

// Where two texts part, for the message.
std::string difference(const std::string& a, const std::string& b) {
  const auto at = static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
  const std::size_t from = at < 60 ? 0 : at - 60;
  return "byte " + std::to_string(at) + ":\n" + a.substr(from, 120) + "\n--- against ---\n" + b.substr(from, 120);
}

void check_evidence(const fs::path& source) {
  const std::string first = evidence_of(source, 1);
  REQUIRE(!launches_of(first).empty());
  for (const int threads : {1, 2})
    for (int run = 0; run < 10; ++run) {
      const std::string again = evidence_of(source, threads);
      const bool equal = again == first;  // doctest would print both documents
      CHECK_MESSAGE(equal, source.filename() << ", " << threads << " host threads, run " << run << ", " << difference(first, again));
    }
}

// The table that `course run --csv` writes, without the number of the process.
std::string csv_of(const fs::path& source, int threads) {
  const fs::path file = fs::temp_directory_path() / ("determinism." + std::to_string(::getpid()) + ".csv");
  ::setenv("CUDA_SIM_THREADS", std::to_string(threads).c_str(), 1);
  sim::frontend::RunOptions options;
  options.source = source;
  options.csv = file;
  const int status = sim::frontend::run_program(options, sim::frontend::default_settings());
  ::unsetenv("CUDA_SIM_THREADS");
  REQUIRE(status <= 1);  // 1: the case file reads arrays that nobody wrote, which is told as a fault
  std::ifstream in(file, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  fs::remove(file);
  return std::regex_replace(text, std::regex(R"((^|\n)("[0-9]+"),"[0-9]+",)"), "$1$2,\"PROCESS\",");
}

}  // namespace

TEST_CASE("determinism: evidence of the case files") {
  for (const char* name : {"access_cases.cu", "object_cases.cu"}) check_evidence(tests / "truth" / name);
}

TEST_CASE("determinism: evidence of programs whose warps meet in memory") {
  for (const char* name : {"atomics.cu", "sorting.cu"}) check_evidence(tests / "programs" / name);
}

TEST_CASE("determinism: the table of counters") {
  const fs::path source = tests / "truth/object_cases.cu";
  const std::string first = csv_of(source, 1);
  CHECK(first.find("PROCESS") != first.npos);
  for (const int threads : {1, 2}) {
    const std::string again = csv_of(source, threads);
    const bool equal = again == first;
    CHECK_MESSAGE(equal, threads << " host threads, " << difference(first, again));
  }
}
