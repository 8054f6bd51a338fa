#include "grading/simulator/counting/rules.h"

#include <algorithm>
#include <array>
#include <bit>

namespace sim::counting {
namespace {

// A small set of numbers kept sorted: a warp touches at most 32 lanes x 16 bytes of anything.
template <std::size_t Capacity>
class SmallSet {
 public:
  void insert(std::uint64_t value) {
    if (size_ < Capacity) values_[size_++] = value;
  }
  std::span<const std::uint64_t> sorted_unique() {
    std::sort(values_.begin(), values_.begin() + size_);
    const auto end = std::unique(values_.begin(), values_.begin() + size_);
    return {values_.data(), static_cast<std::size_t>(end - values_.begin())};
  }

 private:
  std::array<std::uint64_t, Capacity> values_;
  std::size_t size_ = 0;
};

template <class F>
void for_each_lane(const WarpAccess& access, F f) {
  for (std::uint32_t rest = access.active; rest != 0; rest &= rest - 1) f(access.address[std::countr_zero(rest)]);
}

// Distinct bytes covered by the lanes' intervals [a, a + width).
unsigned distinct_bytes(const WarpAccess& access) {
  SmallSet<warp_size> starts;
  for_each_lane(access, [&](std::uint64_t a) { starts.insert(a); });
  unsigned bytes = 0;
  std::uint64_t covered = 0;  // end of what is counted
  bool first = true;
  for (std::uint64_t a : starts.sorted_unique()) {
    const std::uint64_t from = first ? a : std::max(a, covered);
    const std::uint64_t to = a + access.width;
    if (to > from) bytes += static_cast<unsigned>(to - from);
    covered = first ? to : std::max(covered, to);
    first = false;
  }
  return bytes;
}

}  // namespace

SectorCount count_sectors(const WarpAccess& access) {
  SmallSet<2 * warp_size> segments;
  for_each_lane(access, [&](std::uint64_t a) {
    segments.insert(a / sector_bytes);
    segments.insert((a + access.width - 1) / sector_bytes);
  });
  SectorCount count;
  count.sectors = static_cast<unsigned>(segments.sorted_unique().size());
  count.bytes = distinct_bytes(access);
  count.ideal = (count.bytes + sector_bytes - 1) / sector_bytes;
  return count;
}

WavefrontCount count_wavefronts(const WarpAccess& access) {
  WavefrontCount count;
  if (access.active == 0) return count;
  SmallSet<5 * warp_size> words;
  for_each_lane(access, [&](std::uint64_t a) {
    for (std::uint64_t word = a / bank_bytes; word <= (a + access.width - 1) / bank_bytes; ++word) words.insert(word);
  });
  std::array<unsigned, bank_count> asked{};
  const auto distinct = words.sorted_unique();
  for (std::uint64_t word : distinct) ++asked[word % bank_count];
  const unsigned floor = access.width == 16 ? 2 : 1;
  count.wavefronts = std::max(floor, *std::max_element(asked.begin(), asked.end()));
  count.ideal = std::max(floor, static_cast<unsigned>((distinct.size() + bank_count - 1) / bank_count));
  count.conflicts = count.wavefronts - count.ideal;
  return count;
}

unsigned count_shared_atomic_wavefronts(const WarpAccess& access) {
  // A table of twice as many places as lanes; a word's lanes are counted where it was first put.
  constexpr unsigned places = 2 * warp_size;
  std::array<std::uint64_t, places> word;
  std::array<std::uint8_t, places> lanes_on{};
  unsigned most = 0;
  for_each_lane(access, [&](std::uint64_t a) {
    const std::uint64_t w = a / bank_bytes;
    auto at = static_cast<unsigned>(w % places);
    while (lanes_on[at] != 0 && word[at] != w) at = (at + 1) % places;
    word[at] = w;
    most = std::max<unsigned>(most, ++lanes_on[at]);
  });
  return most;
}

unsigned count_constant_requests(const WarpAccess& access) {
  SmallSet<warp_size> addresses;
  for_each_lane(access, [&](std::uint64_t a) { addresses.insert(a); });
  const auto distinct = static_cast<unsigned>(addresses.sorted_unique().size());
  return access.width > 8 ? 2 * distinct : distinct;
}

unsigned count_atomic_sectors(const WarpAccess& access, bool gathered) {
  std::array<std::uint64_t, warp_size> addresses;
  std::size_t n = 0;
  for_each_lane(access, [&](std::uint64_t a) { addresses[n++] = a; });
  if (n == 0) return 0;
  std::sort(addresses.begin(), addresses.begin() + n);
  if (gathered && addresses[0] == addresses[n - 1]) return 1;
  unsigned total = 0, most = 0, run = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const bool same_sector = i > 0 && addresses[i] / sector_bytes == addresses[i - 1] / sector_bytes;
    run = i > 0 && addresses[i] == addresses[i - 1] ? run + 1 : 1;
    if (!same_sector) {
      total += most;
      most = 0;
    }
    most = std::max(most, run);
  }
  return total + most;
}

}  // namespace sim::counting
