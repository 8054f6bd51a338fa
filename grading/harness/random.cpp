#include "grading/harness/random.h"

#include <algorithm>
#include <bit>

namespace course::harness {
namespace {

// splitmix64's finaliser: a bijection of 64-bit numbers.
std::uint64_t mix(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

// FNV-1a, 64 bits.
std::uint64_t hash(std::string_view text) {
  std::uint64_t h = 0xcbf29ce484222325u;
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return h;
}

}  // namespace

Random::Random(std::uint64_t seed, std::string_view name) : counter_(mix(seed) ^ hash(name)) {}

std::uint64_t Random::bits() { return mix(counter_ += 0x9e3779b97f4a7c15u); }

std::int64_t Random::integer(std::int64_t low, std::int64_t high) {
  const auto range = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) + 1;
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(low) +
                                   static_cast<std::uint64_t>((Wide{bits()} * range) >> 64));
}

std::size_t Random::size(std::size_t low, std::size_t high) {
  // A power of two first, then a number of that magnitude; no logarithm, whose last bit differs between libraries.
  const auto magnitude =
      integer(std::bit_width(std::max<std::size_t>(low, 1)), std::bit_width(std::max<std::size_t>(high, 1)));
  const std::size_t from = std::max(low, std::size_t{1} << (magnitude - 1));
  const std::size_t to = std::min(high, (std::size_t{1} << (magnitude - 1)) * 2 - 1);
  return static_cast<std::size_t>(
      integer(static_cast<std::int64_t>(from), static_cast<std::int64_t>(std::max(from, to))));
}

std::size_t Random::size_not_multiple(std::size_t low, std::size_t high, std::size_t of) {
  while (true)
    if (const std::size_t n = size(low, high); n % of != 0) return n;
}

double Random::real(double low, double high) {
  return low + (high - low) * (static_cast<double>(bits() >> 11) * 0x1p-53);
}

}  // namespace course::harness
