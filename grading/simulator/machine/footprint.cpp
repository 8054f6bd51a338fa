#include "grading/simulator/machine/footprint.h"

#include <algorithm>
#include <cstring>

namespace sim {

void Before::keep(const Allocation& allocation) {
  const std::lock_guard lock(mutex_);
  auto [it, is_new] = bytes_.try_emplace(allocation.base);
  if (!is_new) return;
  it->second.resize(allocation.bytes);
  std::memcpy(it->second.data(), memory_.host(allocation.base), allocation.bytes);
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
