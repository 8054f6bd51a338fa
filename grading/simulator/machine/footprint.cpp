#include "grading/simulator/machine/footprint.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace sim {

void Before::keep(const Allocation& allocation) {
  const std::lock_guard lock(mutex_);
  if (bytes_.contains(allocation.base)) return;
  const std::byte* const first = memory_.host(allocation.base);
  bytes_.emplace(allocation.base, std::vector<std::byte>(first, first + allocation.bytes));
}

void Before::restore() {
  for (const auto& [base, bytes] : bytes_) std::memcpy(memory_.host(base), bytes.data(), bytes.size());
}

WrittenBytes* Footprint::write(const Allocation& allocation) {
  auto [it, is_new] = written.try_emplace(allocation.base);
  if (is_new) {
    before->keep(allocation);
    it->second.base = allocation.base;
    it->second.bits.resize((allocation.bytes + 63) / 64);
  }
  return &it->second;
}

void Footprint::tell(DeviceMemory& memory) const {
  for (const auto& [base, bytes] : written)
    for (std::size_t word = 0; word < bytes.bits.size(); ++word) {
      for (std::uint64_t rest = bytes.bits[word]; rest != 0;) {
        const int from = std::countr_zero(rest), count = std::countr_one(rest >> from);
        memory.note_written(base + word * 64 + static_cast<unsigned>(from), static_cast<std::size_t>(count));
        if (from + count >= 64) break;
        rest &= ~std::uint64_t{0} << (from + count);
      }
    }
}

bool independent(const std::vector<Footprint*>& footprints) {
  for (std::size_t a = 0; a < footprints.size(); ++a) {
    if (footprints[a]->unclear) return false;
    for (std::size_t b = 0; b < footprints.size(); ++b) {
      if (a == b) continue;
      for (const auto& [base, mine] : footprints[a]->written) {
        if (footprints[b]->read.count(base)) return false;
        const auto other = footprints[b]->written.find(base);
        if (a > b || other == footprints[b]->written.end()) continue;
        for (std::size_t w = 0; w < mine.bits.size(); ++w)
          if (mine.bits[w] & other->second.bits[w]) return false;
      }
    }
  }
  return true;
}

}  // namespace sim
