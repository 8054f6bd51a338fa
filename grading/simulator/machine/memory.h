#pragma once
// Device memory of the simulated GPU. A device address is a number in a reserved range that host code cannot
// touch: the bytes live in a second mapping of the same pages, so following a device pointer on the host faults.
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "grading/simulator/machine/written_map.h"

namespace sim {

using Address = std::uint64_t;

struct Allocation {
  enum class Kind : std::uint8_t { linear, array, symbol };
  Address base = 0;
  std::size_t bytes = 0;   // as asked for, not rounded up
  std::uint32_t id = 0;    // counts up from 1 in order of allocation
  Kind kind = Kind::linear;
  std::string name;        // a symbol's, or what DeviceMemory::name said; empty otherwise
  std::size_t named_from = 0;  // the byte at which what bears that name begins
  std::shared_ptr<WrittenMap> written;  // null: not followed, or a symbol, which starts as zeros
};

class DeviceMemory {
 public:
  // capacity: bytes that allocations may take together (what cudaMemGetInfo reports as total).
  explicit DeviceMemory(std::size_t capacity = std::size_t{16} << 30);
  ~DeviceMemory();
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;

  // Returns 0 when the capacity is used up or the host has no pages left. Base addresses are 512-byte aligned
  // and the same in every run. The first 64 MiB of an allocation hold a fixed pattern (0xA5), never zeros, so that code
  // relying on zeros shows. Freed addresses are not given out again while fresh ones are left.
  Address allocate(std::size_t bytes, Allocation::Kind kind = Allocation::Kind::linear, std::string name = {});
  // Whether allocations from now on know which of their bytes were written.
  void follow_writes(bool follow) { follows_writes_ = follow; }
  // Says what its owner calls the array that begins at `address`: sentences use it instead of the number of the
  // allocation. Nothing happens outside of live allocations and for symbols, which have names.
  void name(Address address, std::string name);
  // False when `base` is not the base of a live allocation.
  bool release(Address base);

  // The live allocation that holds `address`, or nullptr.
  const Allocation* find(Address address) const;
  // The live allocation that ends at or before `address` most closely / starts after it; nullptr if none.
  const Allocation* before(Address address) const;
  const Allocation* after(Address address) const;
  // The allocation that held `address` and was released; nullptr if none is remembered.
  const Allocation* released(Address address) const;
  // True for any address of the reserved range, allocated or not.
  bool owns(Address address) const { return address - reserved_ < reserved_bytes_; }
  bool owns(const void* pointer) const { return owns(reinterpret_cast<Address>(pointer)); }
  // Notes that the bytes of a live allocation hold a value / hold what the bytes from `source` on hold, written or not.
  void note_written(Address address, std::size_t bytes);
  void note_copied(Address address, Address source, std::size_t bytes);
  // They hold nothing that a program may count on any more.
  void note_unwritten(Address address, std::size_t bytes);

  // Where the host finds the byte; valid only inside a live allocation.
  std::byte* host(Address address) const { return reinterpret_cast<std::byte*>(address + to_host_); }

  Address device(const std::byte* host) const { return reinterpret_cast<Address>(host) - to_host_; }

  // The upper half of the addresses of module variables; their lower 32 bits differ.
  Address symbol_window() const { return reserved_ & ~Address{0xFFFF'FFFF}; }

  std::size_t capacity() const { return capacity_; }
  std::size_t used() const { return used_; }
  const std::map<Address, Allocation>& allocations() const { return live_; }
  // Counts up with every allocate and release; caches of bounds are stale when it changed.
  std::uint64_t generation() const { return generation_; }

 private:
  const std::size_t capacity_;
  std::size_t used_ = 0, reserved_bytes_ = 0;
  Address reserved_ = 0, next_ = 0, next_symbol_ = 0;
  std::uint64_t to_host_ = 0, generation_ = 1;
  std::uint32_t next_id_ = 1;
  bool follows_writes_ = false;
  std::map<Address, Allocation> live_, released_;
  std::multimap<std::size_t, Address> free_;  // rounded size -> base
};

}  // namespace sim
