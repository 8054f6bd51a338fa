#include "grading/simulator/machine/memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace sim {
namespace {

constexpr std::size_t alignment = 512;
// Unallocated bytes between allocations: an index a little out of range must not land in a neighbour.
constexpr std::size_t gap = 16 * 1024;
constexpr std::size_t filled = std::size_t{64} << 20;
constexpr Address preferred_base = 0x2000'0000'0000;
constexpr std::size_t remembered = 4096;
// Variables of modules lie below everything else, so that 32 bits name a __constant__ variable.
constexpr std::size_t symbol_region = std::size_t{1} << 30;

std::size_t rounded(std::size_t bytes) { return (std::max<std::size_t>(bytes, 1) + alignment - 1) / alignment * alignment; }

}  // namespace

DeviceMemory::DeviceMemory(std::size_t capacity) : capacity_(capacity) {
  for (std::size_t bytes = std::size_t{1} << 40; bytes >= (std::size_t{1} << 32); bytes /= 4) {
    // Shared and without reservation: pages exist when touched, and limits on a process's data do not count them.
    void* host = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (host == MAP_FAILED) continue;
    // The device's own addresses: reserved, so that nothing else lives there, and closed to the host.
    void* device = mmap(reinterpret_cast<void*>(preferred_base), bytes, PROT_NONE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (device == MAP_FAILED) device = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (device == MAP_FAILED) {
      munmap(host, bytes);
      continue;
    }
    reserved_bytes_ = bytes;
    reserved_ = reinterpret_cast<Address>(device);
    to_host_ = reinterpret_cast<std::uint64_t>(host) - reserved_;
    next_symbol_ = reserved_ + gap;
    next_ = reserved_ + symbol_region;
    return;
  }
  throw std::runtime_error("the host has no address space left for the simulated GPU's memory (a limit on virtual memory?)");
}

DeviceMemory::~DeviceMemory() {
  munmap(reinterpret_cast<void*>(reserved_ + to_host_), reserved_bytes_);
  munmap(reinterpret_cast<void*>(reserved_), reserved_bytes_);
}

Address DeviceMemory::allocate(std::size_t bytes, Allocation::Kind kind, std::string name) {
  const std::size_t size = rounded(bytes);
  if (bytes > capacity_ || used_ + size > capacity_) return 0;
  Address base = 0;
  const bool is_symbol = kind == Allocation::Kind::symbol;
  Address& next = is_symbol ? next_symbol_ : next_;
  const Address end = reserved_ + (is_symbol ? symbol_region : reserved_bytes_);
  if (next + size + gap <= end) {
    base = next;
    next += (size + gap + alignment - 1) / alignment * alignment;
  } else if (const auto it = free_.lower_bound(size); !is_symbol && it != free_.end()) {
    base = it->second;
    free_.erase(it);
    released_.erase(base);
  } else {
    return 0;
  }
  used_ += size;
  ++generation_;
  Allocation& made = live_[base] = {base, bytes, next_id_++, kind, std::move(name), 0, nullptr};
  if (follows_writes_ && !is_symbol) made.written = std::make_shared<WrittenMap>(bytes);
  std::memset(host(base), 0xA5, std::min(size, filled));
  return base;
}

void DeviceMemory::name(Address address, std::string name) {
  auto it = live_.upper_bound(address);
  if (it == live_.begin()) return;
  Allocation& a = std::prev(it)->second;
  if (a.kind == Allocation::Kind::symbol || address - a.base >= a.bytes) return;
  a.name = std::move(name);
  a.named_from = address - a.base;
}

bool DeviceMemory::release(Address base) {
  const auto it = live_.find(base);
  if (it == live_.end()) return false;
  const std::size_t size = rounded(it->second.bytes);
  used_ -= size;
  ++generation_;
  free_.emplace(size, base);
  if (size >= 65536) madvise(host((base + 4095) / 4096 * 4096), (size - 4096) / 4096 * 4096, MADV_REMOVE);
  if (released_.size() >= remembered) released_.erase(released_.begin());
  it->second.written.reset();
  released_[base] = std::move(it->second);
  live_.erase(it);
  return true;
}

namespace {
const Allocation* holding(const std::map<Address, Allocation>& all, Address address) {
  auto it = all.upper_bound(address);
  if (it == all.begin()) return nullptr;
  --it;
  return address - it->second.base < it->second.bytes ? &it->second : nullptr;
}
}  // namespace

void DeviceMemory::note_written(Address address, std::size_t bytes) {
  const Allocation* a = find(address);
  if (a && a->written) a->written->add(address - a->base, bytes);
}

void DeviceMemory::note_unwritten(Address address, std::size_t bytes) {
  const Allocation* a = find(address);
  if (a && a->written) a->written->remove(address - a->base, bytes);
}

void DeviceMemory::note_copied(Address address, Address source, std::size_t bytes) {
  const Allocation *to = find(address), *from = find(source);
  if (!to || !to->written) return;
  if (!from || !from->written || from->written->all(source - from->base, bytes)) return note_written(address, bytes);
  for (std::size_t k = 0; k < bytes; ++k) {
    if (from->written->any(source + k - from->base, 1)) to->written->add(address + k - to->base, 1);
    else to->written->remove(address + k - to->base, 1);
  }
}

const Allocation* DeviceMemory::find(Address address) const { return holding(live_, address); }
const Allocation* DeviceMemory::released(Address address) const { return holding(released_, address); }

const Allocation* DeviceMemory::before(Address address) const {
  auto it = live_.upper_bound(address);
  while (it != live_.begin()) {
    --it;
    if (it->second.base + it->second.bytes <= address) return &it->second;
  }
  return nullptr;
}

const Allocation* DeviceMemory::after(Address address) const {
  const auto it = live_.upper_bound(address);
  return it == live_.end() ? nullptr : &it->second;
}

}  // namespace sim
