#pragma once
// Blocks on several host threads must give what one thread gives. Each worker notes which allocations it reads and
// which bytes it writes; where workers touched the same, memory is put back and the launch runs again on one thread.
#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <vector>

#include "grading/simulator/machine/memory.h"
#include "grading/simulator/machine/written_map.h"

namespace sim {

// A bit for every byte of an allocation: written by this worker.
struct WrittenBytes {
  Address base = 0;
  std::vector<std::uint64_t> bits;

  bool any(Address from, std::size_t bytes) const {
    bool holds = false;
    for_bit_words(bits.data(), from - base, bytes, [&](std::uint64_t word, std::uint64_t mask) { holds = holds || (word & mask) != 0; });
    return holds;
  }
  void add(Address from, std::size_t bytes) {
    for_bit_words(bits.data(), from - base, bytes, [](std::uint64_t& word, std::uint64_t mask) { word |= mask; });
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
