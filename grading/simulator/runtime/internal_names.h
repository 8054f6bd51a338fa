#pragma once
#include <string>
#include <string_view>

namespace sim::runtime {

// Mangled names mark what is static with an L ("_ZL4taps", "_ZN4maskL4tapsE"). clang's host and device sides both write
// it, nvcc's device side does not, and leaves variables of the global namespace unmangled ("taps").
std::string without_internal_mark(std::string_view name);

}  // namespace sim::runtime
