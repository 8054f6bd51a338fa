#include "grading/simulator/runtime/memory_names.h"

#include <fmt/format.h>

#include "grading/simulator/machine/fault_words.h"

namespace sim::runtime {
namespace {

Address address_of(const void* pointer) { return reinterpret_cast<Address>(pointer); }

}  // namespace

std::string describe(const Allocation& allocation) {
  if (allocation.kind == Allocation::Kind::symbol)
    return fmt::format("the variable {} ({} bytes)", allocation.name, allocation.bytes);
  if (!allocation.name.empty()) return fmt::format("{} ({} bytes)", words::allocation_name(allocation), allocation.bytes);
  return fmt::format("allocation #{} of {} bytes", allocation.id, allocation.bytes);
}

std::string describe_stray(const State& state, Address address) {
  if (const Allocation* freed = state.memory.released(address))
    return fmt::format("{:#x} belongs to {}, which was freed already", address, describe(*freed));
  if (const Allocation* before = state.memory.before(address))
    return fmt::format("{:#x} lies {} bytes past the end of {}", address, address - (before->base + before->bytes),
                       describe(*before));
  if (const Allocation* after = state.memory.after(address))
    return fmt::format("{:#x} lies {} bytes before {}", address, after->base - address, describe(*after));
  return fmt::format("{:#x} belongs to no allocation", address);
}

bool is_device(const State& state, const void* pointer) { return state.memory.owns(pointer); }

bool is_host(const State& state, const void* pointer) {
  if (!state.memory.owns(pointer)) return true;
  const Allocation* allocation = state.memory.find(address_of(pointer));
  return allocation && state.host_visible.contains(allocation->base);
}

std::string range_problem(const State& state, const Range& range, const char* verb) {
  const Address first = address_of(range.pointer);
  if (!state.memory.owns(first)) return {};
  const Allocation* allocation = state.memory.find(first);
  if (!allocation) return fmt::format("the copy {} at a device address that is not allocated: {}", verb, describe_stray(state, first));
  const std::size_t offset = first - allocation->base, room = allocation->bytes - offset;
  if (range.span() <= room) return {};
  std::string what = range.rows > 1 ? fmt::format("{} rows of {} bytes with a pitch of {} ({} bytes in all)", range.rows,
                                                  range.bytes, range.pitch, range.span())
                                    : fmt::format("{} bytes", range.span());
  const bool writes = std::string_view(verb) == "writes";
  return fmt::format("the copy {} {} {} {}{}", verb, what, writes ? "into" : "from", describe(*allocation),
                     offset ? fmt::format(" from byte {} on, where {} are left", offset, room) : "");
}

std::byte* bytes_of(const State& state, const void* pointer) {
  if (state.memory.owns(pointer)) return state.memory.host(address_of(pointer));
  return static_cast<std::byte*>(const_cast<void*>(pointer));
}

}  // namespace sim::runtime
