#pragma once
// Blocks on several host threads must give what one thread gives. Each worker notes which allocations it reads and
// which bytes it writes; where workers touched the same, memory is put back and the launch runs again on one thread.
#include <algorithm>
#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <vector>

#include "grading/simulator/machine/memory.h"

namespace sim {

// A bit for every byte of an allocation: written by this worker.
struct WrittenBytes {
  Address base = 0;
  std::vector<std::uint64_t> bits;

  bool any(Address from, std::size_t bytes) const {
    for (std::uint64_t at = from - base; at < from - base + bytes; ++at)
      if (bits[at / 64] >> (at % 64) & 1) return true;
    return false;
  }

  void add(Address from, std::size_t bytes) {
    std::uint64_t at = from - base;
    const std::uint64_t end = at + bytes;
    while (at < end) {
      const std::uint64_t shift = at % 64, count = std::min<std::uint64_t>(64 - shift, end - at);
      bits[at / 64] |= (count == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1) << shift;
      at += count;
    }
  }
};

// What allocations held before the launch; shared by the workers.
class Before {
 public:
  explicit Before(DeviceMemory& memory) : memory_(memory) {}
  // Keeps the bytes of an allocation that is about to be written for the first time.
  void keep(const Allocation& allocation);
  void restore();

 private:
  DeviceMemory& memory_;
  std::mutex mutex_;
  std::map<Address, std::vector<std::byte>> bytes_;
};

// Of one worker.
struct Footprint {
  Before* before = nullptr;
  bool unclear = false;  // something that is not followed: the launch has to run on one thread
  std::set<Address> read;
  std::map<Address, WrittenBytes> written;

  WrittenBytes* write(const Allocation& allocation);
  // Notes in `memory` which bytes hold values now.
  void tell(DeviceMemory& memory) const;
};

// True when the order of the workers cannot matter.
bool independent(const std::vector<Footprint*>& footprints);

}  // namespace sim
