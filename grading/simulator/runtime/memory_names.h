#pragma once
// Device and host addresses in words, and the check that a range of bytes is where a copy may touch it.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "grading/simulator/runtime/state.h"

namespace sim::runtime {

// "allocation #2 of 4096 bytes", "`in` (4096 bytes)" where it was named, "the variable taps (36 bytes)"
std::string describe(const Allocation& allocation);

// Where a device address that is in no live allocation lies: freed memory, past the end of one, or nowhere.
std::string describe_stray(const State& state, Address address);

// a * b, and a + b; the largest number where they exceed it. A negative int that became a size is near that number already,
// and must not come out small: what is too large is refused.
constexpr std::size_t product_of(std::size_t a, std::size_t b) {
  std::size_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? SIZE_MAX : product;
}
constexpr std::size_t sum_of(std::size_t a, std::size_t b) { return a > SIZE_MAX - b ? SIZE_MAX : a + b; }

// One operand of a copy: `bytes` from `pointer`, or `rows` rows of `bytes` with `pitch` from row to row.
struct Range {
  const void* pointer;
  std::size_t bytes;
  std::size_t rows = 1, pitch = 0;
  std::size_t span() const { return bytes == 0 || rows == 0 ? 0 : sum_of(product_of(rows - 1, pitch), bytes); }
};

// Device memory: inside the reserved range and not also the host's.
bool is_device(const State& state, const void* pointer);
// The host can follow it: host memory, managed or page-locked memory.
bool is_host(const State& state, const void* pointer);

// Why the range is not inside one live allocation; empty when it is. `verb`: "writes" or "reads".
std::string range_problem(const State& state, const Range& range, const char* verb);

// Ends a live allocation, and the host's view of it.
void release_memory(State& state, Address base);

// Where the host finds the bytes of the range: through the device's memory, or the pointer itself.
std::byte* bytes_of(const State& state, const void* pointer);

}  // namespace sim::runtime
