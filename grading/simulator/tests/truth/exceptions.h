#pragma once
// The rows in which the machine's count is not the hardware's, each with the value that is right for the machine and the
// reason. A test fails when a row differs without an entry here, and when an entry no longer differs.
#include <cstdint>
#include <string_view>
#include <vector>

namespace sim::truth {

enum class FrontEnd { clang_19, clang_14, nvcc };

struct Exception {
  std::string_view cases;      // "object_cases"
  int launch;
  std::string_view kernel;
  std::string_view metric;
  std::uint64_t expected;      // of the machine, by arithmetic on the source
  std::string_view reason;
};

// Those of the front end alone and those of every front end.
std::vector<Exception> exceptions(FrontEnd front_end);

}  // namespace sim::truth
