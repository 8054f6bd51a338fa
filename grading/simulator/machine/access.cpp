// Loads and stores: address patterns, bounds, alignment, data movement and charges in one pass.
#include <bit>

#include "grading/simulator/machine/access.h"
#include "grading/simulator/machine/select.h"
#include "grading/simulator/machine/state.h"

namespace sim {
namespace {

// Finds or makes the pattern of these addresses. Precondition: all deltas fit in 32 bits.
Pattern& pattern_of(MemoryState& state, const std::uint32_t* delta, std::uint32_t mask, AccessSpace space, unsigned bytes) {
  const auto used = static_cast<unsigned>(state.patterns.size());
  for (unsigned k = 0, at = state.last; k < used; ++k) {
    at = at + 1 == used ? 0 : at + 1;  // loops meet their patterns in turn
    Pattern& p = state.patterns[at];
    if (p.mask == mask && p.space == space && std::memcmp(p.delta, delta, sizeof p.delta) == 0) {
      state.last = static_cast<std::uint8_t>(at);
      return p;
    }
  }
  const unsigned k = used < MemoryState::kept ? used : state.victim++ % MemoryState::kept;
  if (used < MemoryState::kept) state.patterns.emplace_back();
  state.last = static_cast<std::uint8_t>(k);
  Pattern& p = state.patterns[k];
  p = Pattern{};
  std::memcpy(p.delta, delta, sizeof p.delta);
  p.mask = mask;
  p.space = space;
  bool contiguous = mask == all_lanes, broadcast = mask == all_lanes, pieces = mask == all_lanes;
  bool run[4] = {true, true, true, true}, same[4] = {true, true, true, true};
  p.high = bytes;
  for (unsigned i = 0; i < lanes; ++i) {
    const auto d = static_cast<std::int64_t>(static_cast<std::int32_t>(delta[i]));
    const auto in_piece = d - static_cast<std::int32_t>(delta[i / 8 * 8]);
    run[i / 8] = run[i / 8] && in_piece == static_cast<std::int64_t>(i % 8) * bytes;
    same[i / 8] = same[i / 8] && in_piece == 0;
    p.wide_delta[i] = static_cast<std::uint64_t>(d);
    p.low_bits |= delta[i];
    p.low = std::min(p.low, d);
    p.high = std::max(p.high, d + bytes);
    contiguous = contiguous && d == static_cast<std::int64_t>(i) * bytes;
    broadcast = broadcast && d == 0;
  }
  for (unsigned k = 0; k < 4; ++k) {
    pieces = pieces && (run[k] || same[k]);
    p.piece_is_broadcast[k] = same[k];
  }
  using Kind = Pattern::Kind;
  p.kind = contiguous ? Kind::contiguous : broadcast ? Kind::broadcast : pieces ? Kind::pieces : Kind::any;
  return p;
}

template <class Raw, unsigned Elements>
void load_lane(const std::byte* from, std::byte* frame, const MemorySite& site, unsigned lane) {
  Raw value[Elements];
  std::memcpy(value, from, sizeof value);
  for (unsigned e = 0; e < Elements; ++e) {
    std::uint64_t wide = value[e];
    if (site.is_signed) wide = static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::make_signed_t<Raw>>(value[e])));
    if (site.slot_bytes == 8)
      slot<std::uint64_t>(frame, site.data[e])[lane] = wide;
    else
      slot<std::uint32_t>(frame, site.data[e])[lane] = static_cast<std::uint32_t>(wide);
  }
}

template <class Raw, unsigned Elements>
void store_lane(std::byte* to, std::byte* frame, const MemorySite& site, unsigned lane) {
  Raw value[Elements];
  for (unsigned e = 0; e < Elements; ++e)
    value[e] = site.slot_bytes == 8 ? static_cast<Raw>(slot<std::uint64_t>(frame, site.data[e])[lane])
                                    : static_cast<Raw>(slot<std::uint32_t>(frame, site.data[e])[lane]);
  std::memcpy(to, value, sizeof value);
}

template <class Raw, unsigned Elements, bool IsLoad>
void move_lane(std::byte* memory, std::byte* frame, const MemorySite& site, unsigned lane) {
  if constexpr (IsLoad)
    load_lane<Raw, Elements>(memory, frame, site, lane);
  else
    store_lane<Raw, Elements>(memory, frame, site, lane);
}

// All lanes on and register size equal to element size: the loops that matter.
template <class Raw, unsigned Elements, bool IsLoad>
void move_fast(std::byte* base, const Pattern& pattern, std::byte* frame, const MemorySite& site) {
  auto* memory = reinterpret_cast<Raw*>(base);
  if (pattern.kind == Pattern::Kind::contiguous) {
    if constexpr (Elements == 1) {
      auto* data = slot<Raw>(frame, site.data[0]);
      if constexpr (IsLoad)
        std::memcpy(data, memory, sizeof(Raw) * lanes);
      else
        std::memcpy(memory, data, sizeof(Raw) * lanes);
    } else {
      for (unsigned e = 0; e < Elements; ++e) {
        auto* data = slot<Raw>(frame, site.data[e]);
        SIM_LANE_LOOP {
          if constexpr (IsLoad)
            data[i] = memory[i * Elements + e];
          else
            memory[i * Elements + e] = data[i];
        }
      }
    }
    return;
  }
  if (IsLoad && pattern.kind == Pattern::Kind::broadcast) {
    Raw value[Elements];
    std::memcpy(value, memory, sizeof value);
    for (unsigned e = 0; e < Elements; ++e) {
      auto* data = slot<Raw>(frame, site.data[e]);
      SIM_LANE_LOOP data[i] = value[e];
    }
    return;
  }
  if constexpr (Elements == 1)
    if (pattern.kind == Pattern::Kind::pieces) {
      auto* data = slot<Raw>(frame, site.data[0]);
      for (unsigned k = 0; k < 4; ++k) {
        std::byte* p = base + static_cast<std::int32_t>(pattern.delta[8 * k]);
        if (!pattern.piece_is_broadcast[k]) {
          if constexpr (IsLoad)
            std::memcpy(data + 8 * k, p, 8 * sizeof(Raw));
          else
            std::memcpy(p, data + 8 * k, 8 * sizeof(Raw));
        } else if constexpr (IsLoad) {
          Raw value;
          std::memcpy(&value, p, sizeof value);
          for (unsigned i = 0; i < 8; ++i) data[8 * k + i] = value;
        } else {
          std::memcpy(p, data + 8 * k + 7, sizeof(Raw));  // the last lane wins
        }
      }
      return;
    }
  for (unsigned i = 0; i < lanes; ++i) {
    auto* p = base + static_cast<std::int32_t>(pattern.delta[i]);
    Raw value[Elements];
    if constexpr (IsLoad) {
      std::memcpy(value, p, sizeof value);
      for (unsigned e = 0; e < Elements; ++e) slot<Raw>(frame, site.data[e])[i] = value[e];
    } else {
      for (unsigned e = 0; e < Elements; ++e) value[e] = slot<Raw>(frame, site.data[e])[i];
      std::memcpy(p, value, sizeof value);
    }
  }
}

void note_written(WrittenBytes& written, const Pattern& pattern, std::uint64_t base, unsigned bytes) {
  if (pattern.kind == Pattern::Kind::contiguous) return written.add(base, lanes * bytes);
  for (std::uint32_t rest = pattern.mask; rest; rest &= rest - 1)
    written.add(base + pattern.wide_delta[std::countr_zero(rest)], bytes);
}

void count(SiteCounts& counts, Pattern::Charge charge) {
  ++counts.requests;
  counts.cost += charge.cost;
  counts.ideal += charge.ideal;
  counts.extra += charge.extra;
}

// Both halves of a pair lie in 16 aligned bytes in every lane.
bool is_whole(const MemorySite& site, const Pattern& pattern, std::uint64_t base) {
  return site.pair != MemorySite::Pair::none && (((base + static_cast<std::uint64_t>(site.pair_low)) | pattern.low_bits) & 15) == 0;
}

// Charges one instruction, with two 8-byte halves of a 16-byte access charged as one.
void charge_access(const MemorySite& site, MemoryState& state, Pattern* pattern, AccessSpace space,
                   const std::uint64_t* address, std::uint32_t mask, unsigned bytes, std::uint64_t base) {
  if (!site.counted) return;
  SiteCounts& counts = state.counts[static_cast<std::size_t>(space)];
  std::uint64_t shift = 0;
  if (pattern && is_whole(site, *pattern, base)) {
    if (site.pair == MemorySite::Pair::second) {
      pattern->known |= 1u << (base & 31);  // its alignment is known to fit, and it costs nothing
      return;
    }
    bytes = 16, shift = static_cast<std::uint64_t>(site.pair_low);
  }
  const unsigned key = base & 31;
  if (pattern && (pattern->known >> key & 1)) return count(counts, pattern->charge[key]);
  std::uint64_t shifted[lanes];
  for (unsigned i = 0; i < lanes; ++i) shifted[i] = address[i] + shift;
  const auto charge = charge_for({shifted, mask, bytes}, space);
  if (pattern) {
    pattern->known |= 1u << key;
    pattern->charge[key] = charge;
  }
  count(counts, charge);
}

template <class Raw, unsigned Elements, bool IsLoad>
void access_in(Warp& warp, std::byte* frame, const Op& op, const MemorySite& site, AccessSpace space,
               const std::uint64_t* address, std::uint32_t mask) {
  constexpr unsigned bytes = sizeof(Raw) * Elements;
  MemoryState& state = state_of(warp, op);
  const std::uint64_t base = address[std::countr_zero(mask)];
  alignas(64) std::uint32_t delta[lanes];
  std::uint64_t far = 0;
  if (mask == all_lanes) {
    SIM_LANE_LOOP {
      const std::uint64_t d = address[i] - base;
      delta[i] = static_cast<std::uint32_t>(d);
      far |= d + 0x8000'0000;
    }
  } else {
    SIM_LANE_LOOP {
      const std::uint64_t d = lane_on<std::uint64_t>(mask, i) ? address[i] - base : 0;
      delta[i] = static_cast<std::uint32_t>(d);
      far |= d + 0x8000'0000;
    }
  }
  Pattern* pattern = nullptr;
  if (far >> 32 == 0) {
    pattern = &pattern_of(state, delta, mask, space, bytes);
  }
  const std::uint32_t low_bits = pattern ? pattern->low_bits : [&] {
    std::uint32_t bits = 0;
    for (std::uint32_t rest = mask; rest; rest &= rest - 1) bits |= static_cast<std::uint32_t>(address[std::countr_zero(rest)]);
    return bits;
  }();
  if (!site.strict) {
    if (((base | low_bits) & (bytes - 1)) != 0) return raise_misaligned(warp, op, site, space, address, mask, bytes);
  } else if ((((base + static_cast<std::uint64_t>(site.pair_low)) | low_bits) & 15) != 0) {
    std::uint64_t whole[lanes];
    for (unsigned i = 0; i < lanes; ++i) whole[i] = address[i] + static_cast<std::uint64_t>(site.pair_low);
    return raise_misaligned(warp, op, site, space, whole, mask, 16);
  }

  if (space == AccessSpace::local) {
    for (std::uint32_t rest = mask; rest; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(rest));
      if (address[lane] + bytes > warp.local_stride || address[lane] > warp.local_stride)
        return raise_out_of_bounds(warp, op, site, space, address[lane], lane, bytes);
      move_lane<Raw, Elements, IsLoad>(warp.local + std::size_t{lane} * warp.local_stride + address[lane], frame, site, lane);
    }
    return charge_access(site, state, pattern, space, address, mask, bytes, base);
  }
  // One check for the whole warp where its bytes lie in one allocation; lane by lane where not.
  std::byte* host = nullptr;
  if (pattern) {
    const std::uint64_t first = base + static_cast<std::uint64_t>(pattern->low);
    const std::uint64_t end = base + static_cast<std::uint64_t>(pattern->high);
    if (space == AccessSpace::shared) {
      if (first <= end && end <= warp.shared_bytes) host = warp.shared + base;
    } else if (space == AccessSpace::parameter) {
      if (first <= end && end <= warp.launch->config->parameters.size())
        host = const_cast<std::byte*>(warp.launch->config->parameters.data()) + base;
    } else {
      if (!(first >= state.low && end <= state.high && first <= end)) {
        meet(warp, state, first, !IsLoad);
      }
      if (first >= state.low && end <= state.high && first <= end) host = warp.launch->memory->host(base);
    }
  }
  if (host) {
    if (Finder* finder = warp.launch->finder) finder->access(warp, frame, op, state, space, *pattern, base, bytes);
    if constexpr (!IsLoad)
      if (state.written && space == AccessSpace::global) note_written(*state.written, *pattern, base, bytes);
    if (mask == all_lanes && site.slot_bytes == sizeof(Stored<Raw>) && sizeof(Raw) >= 4) {
      if constexpr (sizeof(Raw) >= 4) move_fast<Raw, Elements, IsLoad>(host, *pattern, frame, site);
    } else {
      for (std::uint32_t rest = mask; rest; rest &= rest - 1) {
        const auto lane = static_cast<unsigned>(std::countr_zero(rest));
        move_lane<Raw, Elements, IsLoad>(host + static_cast<std::int32_t>(pattern->delta[lane]), frame, site, lane);
      }
    }
  } else {
    if (warp.launch->footprint && space != AccessSpace::shared) warp.launch->footprint->unclear = true;
    if (Finder* finder = warp.launch->finder) finder->scattered(warp, frame, op, space, address, mask, bytes);
    for (std::uint32_t rest = mask; rest; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(rest));
      std::byte* p = checked_host(warp, space, address[lane], bytes);
      if (!p) {
        // As the source has it: all 16 bytes of a float4, of which this is a half.
        if (site.strict) return raise_out_of_bounds(warp, op, site, space, address[lane] + static_cast<std::uint64_t>(site.pair_low), lane, 16);
        return raise_out_of_bounds(warp, op, site, space, address[lane], lane, bytes);
      }
      move_lane<Raw, Elements, IsLoad>(p, frame, site, lane);
    }
  }
  // Arguments lie in constant memory. One at a known place is an operand; one whose place is computed is a constant load.
  const bool argument = space == AccessSpace::parameter;
  if (argument && site.address == no_slot) return;
  charge_access(site, state, pattern, argument ? AccessSpace::constant : space, address, mask, bytes, base);
}

// The memory of the first lane when all bytes of the pattern lie inside what was met last; nullptr when not.
std::byte* whole_host(const Warp& warp, const MemoryState& state, const Pattern& pattern, AccessSpace space, std::uint64_t base) {
  const std::uint64_t first = base + static_cast<std::uint64_t>(pattern.low), end = base + static_cast<std::uint64_t>(pattern.high);
  if (space == AccessSpace::shared) return first <= end && end <= warp.shared_bytes ? warp.shared + base : nullptr;
  return first >= state.low && end <= state.high && first <= end ? warp.launch->memory->host(base) : nullptr;
}

// Nearly every access: the pattern met last, at an alignment whose charge is known, inside the allocation met last.
template <class Raw, unsigned Elements, bool IsLoad>
bool repeat(Warp& warp, std::byte* frame, const Op& op, const MemorySite& site, MemoryState& state, std::uint32_t mask) {
  Pattern& pattern = state.patterns[state.last];
  if (pattern.mask != mask || pattern.space != site.space || site.address == no_slot || !site.counted || site.frame_relative) return false;
  const auto lead = static_cast<unsigned>(std::countr_zero(mask));
  std::uint64_t base;
  if (site.wide_address) {
    const auto* address = slot<std::uint64_t>(frame, site.address);
    const std::uint64_t origin = address[lead];
    std::uint64_t differs = 0;
    if (mask == all_lanes) {
      SIM_LANE_LOOP differs |= (address[i] - origin) ^ pattern.wide_delta[i];
    } else {
      SIM_LANE_LOOP differs |= lane_on<std::uint64_t>(mask, i) ? (address[i] - origin) ^ pattern.wide_delta[i] : 0;
    }
    if (differs != 0) return false;
    base = origin + static_cast<std::uint64_t>(site.offset);
  } else {
    const auto* address = slot<std::uint32_t>(frame, site.address);
    const std::uint32_t origin = address[lead];
    std::uint32_t differs = 0;
    if (mask == all_lanes) {
      SIM_LANE_LOOP differs |= (address[i] - origin) ^ pattern.delta[i];
    } else {
      SIM_LANE_LOOP differs |= lane_on<std::uint32_t>(mask, i) ? (address[i] - origin) ^ pattern.delta[i] : 0;
    }
    if (differs != 0) return false;
    base = site.window + static_cast<std::uint32_t>(origin + static_cast<std::uint32_t>(site.offset));
  }
  const unsigned key = base & 31;
  if (!(pattern.known >> key & 1)) return false;
  std::byte* host = whole_host(warp, state, pattern, site.space, base);
  if (!host) return false;
  if (Finder* finder = warp.launch->finder) finder->access(warp, frame, op, state, site.space, pattern, base, sizeof(Raw) * Elements);
  if constexpr (!IsLoad)
    if (state.written && site.space == AccessSpace::global) note_written(*state.written, pattern, base, sizeof(Raw) * Elements);
  if (sizeof(Raw) >= 4 && mask == all_lanes && site.slot_bytes == sizeof(Stored<Raw>)) {
    if constexpr (sizeof(Raw) >= 4) move_fast<Raw, Elements, IsLoad>(host, pattern, frame, site);
  } else {
    for (std::uint32_t rest = mask; rest; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(rest));
      move_lane<Raw, Elements, IsLoad>(host + static_cast<std::int32_t>(pattern.delta[lane]), frame, site, lane);
    }
  }
  if (site.pair != MemorySite::Pair::second || !is_whole(site, pattern, base)) count(state.counts[static_cast<std::size_t>(site.space)], pattern.charge[key]);
  return true;
}

// Kept apart from access, which runs so often that even saving registers for this would show.
template <class Raw, unsigned Elements, bool IsLoad>
[[gnu::noinline]] void access_anew(Warp& warp, std::byte* frame, const Op& op, std::uint32_t mask) {
  const MemorySite& site = warp.function->memory[op.site];
  alignas(64) std::uint64_t address[lanes];
  lane_addresses(warp, frame, site, address);
  if (site.space != AccessSpace::generic)
    return access_in<Raw, Elements, IsLoad>(warp, frame, op, site, site.space, address, mask);
  for_each_space(address, mask, [&](AccessSpace space, std::uint32_t part) {
    access_in<Raw, Elements, IsLoad>(warp, frame, op, site, space, address, part);
  });
}

template <class Raw, unsigned Elements, bool IsLoad>
void access(Warp& warp, std::byte* frame, const Op& op, std::uint32_t mask) {
  const MemorySite& site = warp.function->memory[op.site];
  MemoryState& state = state_of(warp, op);
  if (!state.patterns.empty() && static_cast<std::size_t>(site.space) < counted_spaces && site.space != AccessSpace::local &&
      repeat<Raw, Elements, IsLoad>(warp, frame, op, site, state, mask))
    return;
  access_anew<Raw, Elements, IsLoad>(warp, frame, op, mask);
}

template <unsigned Elements, bool IsLoad>
Handler by_width(unsigned width) {
  switch (width) {
    case 1: return access<std::uint8_t, Elements, IsLoad>;
    case 2: return access<std::uint16_t, Elements, IsLoad>;
    case 4: return access<std::uint32_t, Elements, IsLoad>;
    case 8: return access<std::uint64_t, Elements, IsLoad>;
    default: return nullptr;
  }
}

template <bool IsLoad>
Handler by_shape(const MemorySite& site) {
  switch (site.elements) {
    case 1: return by_width<1, IsLoad>(site.width);
    case 2: return by_width<2, IsLoad>(site.width);
    case 4: return by_width<4, IsLoad>(site.width);
    default: return nullptr;
  }
}

}  // namespace

Handler select::memory(const MemorySite& site) {
  return site.kind == MemorySite::Kind::load ? by_shape<true>(site) : by_shape<false>(site);
}

}  // namespace sim
