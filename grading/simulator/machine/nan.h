#pragma once
// Which bits a result that is not a number has.
#include <bit>
#include <cstdint>

namespace sim {

/// The value itself; for a float that is not a number the one NaN that f32 instructions give, whatever NaNs went in (PTX ISA,
/// "Floating Point Instructions"). Those of f64 keep the bits of their operand.
template <class T>
inline T with_one_nan(T value) {
  if constexpr (sizeof(T) == 4) return value == value ? value : std::bit_cast<float>(0x7FFF'FFFFu);
  return value;
}

/// A NaN that signals no more, with the other bits that it had.
inline float quiet(float nan) { return std::bit_cast<float>(std::bit_cast<std::uint32_t>(nan) | 0x0040'0000u); }
inline double quiet(double nan) { return std::bit_cast<double>(std::bit_cast<std::uint64_t>(nan) | std::uint64_t{1} << 51); }

}  // namespace sim
