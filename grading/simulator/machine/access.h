#pragma once
// Shared by loads, stores and atomics: lane addresses, address windows, checks.
#include <bit>

#include "grading/simulator/counting/rules.h"
#include "grading/simulator/machine/finder.h"
#include "grading/simulator/machine/state.h"

namespace sim {

// The address of every lane as the instruction computes it (inactive lanes too: their values mean nothing).
inline void lane_addresses(const Warp& warp, std::byte* frame, const MemorySite& site, std::uint64_t* address) {
  std::uint64_t offset = static_cast<std::uint64_t>(site.offset);
  if (site.frame_relative) offset += warp.local_base;
  if (site.address == no_slot) {
    SIM_LANE_LOOP address[i] = offset;
  } else if (site.wide_address) {
    const auto* base = slot<std::uint64_t>(frame, site.address);
    SIM_LANE_LOOP address[i] = base[i] + offset;
  } else {
    const auto* base = slot<std::uint32_t>(frame, site.address);
    const auto offset32 = static_cast<std::uint32_t>(offset);
    SIM_LANE_LOOP address[i] = site.window + static_cast<std::uint32_t>(base[i] + offset32);
  }
}

// Splits generic addresses by window, makes them relative to it, and calls f(space, lanes) for each part.
template <class F>
void for_each_space(std::uint64_t* address, std::uint32_t mask, F f) {
  while (mask != 0) {
    const std::uint64_t window = address[std::countr_zero(mask)] & window_mask;
    std::uint32_t part = 0;
    for (std::uint32_t rest = mask; rest; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      if ((address[lane] & window_mask) == window) part |= 1u << lane;
    }
    AccessSpace space = AccessSpace::global;
    if (window == shared_window) space = AccessSpace::shared;
    if (window == local_window) space = AccessSpace::local;
    if (window == parameter_window) space = AccessSpace::parameter;
    if (space != AccessSpace::global)
      for (std::uint32_t rest = part; rest; rest &= rest - 1) address[std::countr_zero(rest)] &= ~window_mask;
    f(space, part);
    mask &= ~part;
  }
}

// Makes the allocation that holds `address` the one met last, and notes it in the worker's footprint.
inline void meet(const Warp& warp, MemoryState& state, Address address, bool writes) {
  const Allocation* a = warp.launch->memory->find(address);
  if (!a) return;
  state.low = a->base, state.high = a->base + a->bytes;
  if (warp.launch->finder) warp.launch->finder->meet(state, *a);
  Footprint* footprint = warp.launch->footprint;
  if (!footprint) return;
  if (writes)
    state.written = footprint->write(*a);
  else
    footprint->read.insert(a->base);
}

// Where the shared array lies that a site's address was made from, in bytes of the block's shared memory; site.array >= 0.
struct SharedExtent {
  const std::string& name;
  std::uint64_t begin, end;
};
// Declared extern, of the size that the launch gives; site.array >= 0.
inline bool is_dynamic(const Warp& warp, const MemorySite& site) {
  const SharedArray& array = warp.function->arrays[static_cast<std::size_t>(site.array)];
  return array.begin == array.end;
}
inline SharedExtent shared_extent(const Warp& warp, const MemorySite& site) {
  const SharedArray& array = warp.function->arrays[static_cast<std::size_t>(site.array)];
  if (is_dynamic(warp, site)) return {array.name, warp.launch->dynamic_shared_base, warp.shared_bytes};
  return {array.name, array.begin, array.end};
}

// Where one lane's bytes lie, or nullptr when they are not all inside one allocation (or the block's shared memory).
std::byte* checked_host(const Warp& warp, AccessSpace space, std::uint64_t address, unsigned bytes);

// Sectors, wavefronts or constant requests of an access in this space, with the ideal beside them.
Pattern::Charge charge_for(const counting::WarpAccess& access, AccessSpace space);

void raise_out_of_bounds(Warp& warp, const Op& op, const MemorySite& site, AccessSpace space, std::uint64_t address,
                         unsigned lane, unsigned bytes);
void raise_misaligned(Warp& warp, const Op& op, const MemorySite& site, AccessSpace space, const std::uint64_t* address,
                      std::uint32_t mask, unsigned bytes);

}  // namespace sim
