// What is watched lane by lane: atomic functions, surfaces and textures, results that library functions store.
#include <algorithm>
#include <bit>

#include "grading/simulator/machine/access.h"
#include "grading/simulator/machine/finder_access.h"
#include "grading/simulator/machine/finder_words.h"

namespace sim {

void Finder::atomics(Warp& warp, const Op& op, AccessSpace space, const std::uint64_t* address, std::uint32_t mask, unsigned bytes) {
  // Lanes that are misaligned or out of bounds end the launch themselves.
  std::uint32_t out = 0;
  for (unsigned i = 0; i < lanes; ++i) {
    const bool bad = (address[i] & (bytes - 1)) != 0 || (space == AccessSpace::shared && address[i] >= warp.shared_bytes);
    out |= std::uint32_t{bad} << i;
  }
  mask &= ~out;
  if (space == AccessSpace::shared && mask != 0) return atomics_in(warp, op, space, warp.block->stamps, address, mask, bytes);
  if (space != AccessSpace::global) return;
  MemoryState& state = state_of(warp, op);
  while (mask != 0) {  // one allocation after another
    const std::uint64_t first = address[std::countr_zero(mask)];
    if (!(first >= state.low && first < state.high && state.stamps)) {
      const Allocation* const allocation = warp.launch->memory->find(first);
      if (!allocation) return;  // the access ends here with a fault
      state.low = allocation->base, state.high = allocation->base + allocation->bytes;
      meet(state, *allocation);
    }
    std::uint32_t here = 0;
    for (std::uint32_t rest = mask; rest; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      if (address[lane] >= state.low && address[lane] + bytes <= state.high) here |= 1u << lane;
    }
    if (here == 0) return;
    atomics_in(warp, op, space, *state.stamps, address, here, bytes);
    mask &= ~here;
  }
}

void Finder::atomics_in(Warp& warp, const Op& op, AccessSpace space, StampTable& stamps, const std::uint64_t* address, std::uint32_t mask, unsigned bytes) {
  const MemorySite& site = warp.function->memory[op.site];
  MemoryState& state = state_of(warp, op);
  if (!stamps.fits(bytes)) stamps.refine();
  touched_ = true;
  const Access a{warp, nullptr, op.line, &site, &state, space, stamps, window(warp, space), address, mask, bytes, !site.exchanges, true, true};
  if (space == AccessSpace::shared && site.array >= 0 && !(state.told & told_bounds)) check_array(a);
  if (space == AccessSpace::global && state.written_map) {
    if (a.reads && !(state.told & told_unwritten)) check_written(a);
    for (std::uint32_t rest = mask; rest; rest &= rest - 1) state.written_map->add(address[std::countr_zero(rest)] - state.low, bytes);
    if (state.written_map->complete()) state.written_map = nullptr;
  }
  if (space == AccessSpace::global && has_streams_)
    for (std::uint32_t rest = mask; rest; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(rest));
      follow_streams(warp, op.line, lane, &StreamTouches::updates, *warp.launch->memory->find(address[lane]), address[lane], bytes);
    }
  warp.block->acquired_at = now_;
  const unsigned cells = stamps.cells_of(bytes);
  const Stamp updated = stamp::at(now_, stamp::atomic_mark);
  if (mask == all_lanes && cells == 1) {
    std::int32_t cell[lanes];
    for (unsigned i = 0; i < lanes; ++i) cell[i] = static_cast<std::int32_t>((address[i] - address[0]) >> stamps.shift());
    if (update_apart(a.window, stamps.write(address[0]), stamps.read(address[0]), cell, updated, space == AccessSpace::shared)) return;
  }
  for (std::uint32_t rest = mask; rest; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    Stamp* const write = stamps.write(address[lane]);
    const Stamp* const read = stamps.read(address[lane]);
    const Stamp m = a.window.mine + lane;
    bool clear = true;
    for (unsigned k = 0; k < cells; ++k)
      clear &= ((stamp::who_of(write[k]) == stamp::atomic_mark) | write_ordered(a.window, write[k], m)) &
               ((space == AccessSpace::global) | read_ordered(a.window, read[k], m)) & (!a.reads | (write[k] >= a.window.unwritten));
    if (!clear) judge(a, lane);
    if (atomic_takes(a.window, *write, space == AccessSpace::shared))
      for (unsigned k = 0; k < cells; ++k) write[k] = updated;
  }
}

void Finder::image(Warp& warp, const Op& op, Touch touch, std::uint64_t address, unsigned lane, unsigned bytes) {
  const Allocation* allocation = warp.launch->memory->find(address);
  if (allocation) follow_streams(warp, op.line, lane, touch == Touch::writes ? &StreamTouches::writes : &StreamTouches::reads, *allocation, address, bytes);
  if (!allocation || (touch == Touch::samples && (!allocation->written || allocation->written->complete()))) return;
  StampTable& stamps = table(*allocation);
  if (!stamps.fits(bytes)) stamps.refine();
  touched_ = true;
  const bool writes = touch == Touch::writes;
  std::uint64_t addresses[lanes];
  addresses[lane] = address;
  const Access a{warp, nullptr, op.line, nullptr, nullptr, AccessSpace::global, stamps, window(warp, AccessSpace::global), addresses,
                 1u << lane, bytes, !writes, writes, false};
  if (allocation->written && !writes) check_written(a);
  if (allocation->written && writes) allocation->written->add(address - allocation->base, bytes);
  if (touch != Touch::samples) watch_lanes(a);
}

void Finder::part_of_element(Warp& warp, const Op& op, unsigned lane, bool reads, unsigned bytes, unsigned element_bytes) {
  tell(warp, op.line, lane, "surface-format", words::part_of_element(reads, bytes, element_bytes), 0);
}

void Finder::stores(Warp& warp, std::uint32_t line, AccessSpace space, std::uint64_t address, unsigned lane, unsigned bytes) {
  const Stamp m = stamp::at(now_, warp.index * lanes + lane);
  touched_ = true;
  StampTable* stamps = &warp.block->stamps;
  if (space == AccessSpace::global) {
    const Allocation* allocation = warp.launch->memory->find(address);
    if (!allocation) return;
    if (allocation->written) allocation->written->add(address - allocation->base, bytes);
    stamps = &table(*allocation);
    follow_streams(warp, line, lane, &StreamTouches::writes, *allocation, address, bytes);
  }
  if (!stamps->fits(bytes)) stamps->refine();
  std::fill_n(stamps->write(address), stamps->cells_of(bytes), m);
}

}  // namespace sim
