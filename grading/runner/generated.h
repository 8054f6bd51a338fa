#pragma once
// Values of large arrays, made where they are needed: the same for the same seed, array and index on host and device.
// Included by code for the device too, hence C++17 and nothing but arithmetic.
#include <cstdint>

namespace course::runner {

/// How the elements of a generated array are drawn.
struct Draw {
  double low = 0, high = 0;
  bool whole = false;  ///< whole numbers in [low, high], else reals in [low, high)
};

/// splitmix64's finaliser (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
constexpr std::uint64_t mixed(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/// Element `index` of the array whose seed is `seed`.
template <class T>
constexpr T drawn(const Draw& draw, std::uint64_t seed, std::uint64_t index) {
  const std::uint64_t bits = mixed(seed + (index + 1) * 0x9e3779b97f4a7c15u);
  if (draw.whole) {
    const auto range = static_cast<std::uint64_t>(draw.high - draw.low) + 1;  // at most 2^32
    return static_cast<T>(draw.low + static_cast<double>(((bits >> 32) * range) >> 32));
  }
  return static_cast<T>(draw.low + (draw.high - draw.low) * (static_cast<double>(bits >> 11) * 0x1p-53));
}

/// What word `index` of an allocation adds to its hash; the sum over all words (modulo 2^64) is the hash, so that any
/// number of threads can add up in any order.
constexpr std::uint64_t hash_part(std::uint32_t word, std::uint64_t index, std::uint64_t salt) {
  return mixed(mixed(salt + index) ^ word);
}

/// Which of `count` elements sample `sample` is; first and last element are always among them.
constexpr std::uint64_t place_of_sample(std::uint64_t salt, std::uint64_t sample, std::uint64_t count) {
  if (sample < 2) return sample * (count - 1);
  return mixed(salt + sample * 0x9e3779b97f4a7c15u) % count;
}

}  // namespace course::runner
