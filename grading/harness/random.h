#pragma once
/// @file
/// @brief Random inputs that are the same on every machine, compiler and library.
///
/// The standard library's distributions differ between implementations, so both generator and distributions are ours:
/// splitmix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014), a counter through
/// a mixing function, and multiply-shift for ranges (bias below 2^-32 for ranges below 2^32).
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace course::harness {

class Random {
 public:
  /// The stream of a check: seeds of the same number with different names are independent.
  Random(std::uint64_t seed, std::string_view name);

  /// 64 uniformly distributed bits.
  std::uint64_t bits();
  /// Uniform in [low, high], both included. low <= high, and their difference fits 63 bits.
  std::int64_t integer(std::int64_t low, std::int64_t high);
  /// A size in [low, high], all orders of magnitude equally likely, so that small and large ones both occur.
  std::size_t size(std::size_t low, std::size_t high);
  /// As size, but never a multiple of `of` (32, say): the range must hold such a number.
  std::size_t size_not_multiple(std::size_t low, std::size_t high, std::size_t of);
  /// Uniform in [low, high).
  double real(double low, double high);

  /// `count` whole numbers in [low, high] as T: with T = float and |values| below 2^24, sums and products stay exact,
  /// so results can be compared exactly.
  template <class T>
  std::vector<T> integers(std::size_t count, std::int64_t low, std::int64_t high) {
    std::vector<T> values(count);
    for (auto& value : values) value = static_cast<T>(integer(low, high));
    return values;
  }
  /// `count` values in [low, high) as T.
  template <class T>
  std::vector<T> reals(std::size_t count, double low, double high) {
    std::vector<T> values(count);
    for (auto& value : values) value = static_cast<T>(real(low, high));
    return values;
  }

 private:
  std::uint64_t counter_;
};

}  // namespace course::harness
