#pragma once
// IEEE binary16 and bfloat16 as numbers of 16 bits, converted in software so that every host has them.
#include <bit>
#include <cstdint>

namespace sim {

inline float half_to_float(std::uint16_t h) {
  const std::uint32_t sign = std::uint32_t{h & 0x8000u} << 16, exponent = h >> 10 & 31, fraction = h & 1023;
  if (exponent == 31) return std::bit_cast<float>(sign | 0x7F80'0000 | fraction << 13);
  if (exponent == 0) {
    const float v = static_cast<float>(fraction) * 0x1p-24f;
    return sign ? -v : v;
  }
  return std::bit_cast<float>(sign | (exponent + 112) << 23 | fraction << 13);
}

// Round to nearest even from any double; exact for values that came from float arithmetic on halves.
inline std::uint16_t double_to_half(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const auto sign = static_cast<std::uint16_t>(bits >> 48 & 0x8000);
  if (value != value) return 0x7FFF;
  double magnitude = value < 0 ? -value : value;
  if (magnitude >= 65520.0) return sign | 0x7C00;
  if (magnitude < 0x1p-14) {
    // Subnormal: units of 2^-24, rounded to even by adding and subtracting 2^52.
    const double units = magnitude * 0x1p24 + 0x1p52 - 0x1p52;
    return static_cast<std::uint16_t>(sign | static_cast<std::uint16_t>(units));
  }
  const auto m = std::bit_cast<std::uint64_t>(magnitude);
  const std::uint64_t rounded = m + 0x1FF'FFFF'FFFF + (m >> 42 & 1);
  const auto exponent = static_cast<std::int64_t>(rounded >> 52) - 1023 + 15;
  return static_cast<std::uint16_t>(sign | exponent << 10 | (rounded >> 42 & 1023));
}
inline std::uint16_t float_to_half(float value) { return double_to_half(static_cast<double>(value)); }

inline float bfloat_to_float(std::uint16_t b) { return std::bit_cast<float>(std::uint32_t{b} << 16); }
inline std::uint16_t float_to_bfloat(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if (value != value) return 0x7FFF;
  return static_cast<std::uint16_t>((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
}

}  // namespace sim
