// Loads and stores, nearly all of them cleared by a few comparisons for the whole warp (stamps.h).
#include <algorithm>
#include <bit>
#include <tuple>

#include "grading/simulator/machine/access.h"
#include "grading/simulator/machine/finder_access.h"

namespace sim {

StampTable& Finder::table(const Allocation& allocation) {
  const auto it = tables_.find(allocation.id);
  if (it != tables_.end()) return it->second;
  return tables_.emplace(allocation.id, StampTable(allocation.base, allocation.bytes, 2)).first->second;
}

void Finder::meet(MemoryState& state, const Allocation& allocation) {
  state.written_map = allocation.written && !allocation.written->complete() ? allocation.written.get() : nullptr;
  state.stamps = &table(allocation);
  state.read_only = writes_.excludes(allocation.id);
  state.write_only = reads_.excludes(allocation.id);
}

namespace {

// What a pattern other than a contiguous one touches, in runs of neighbouring accesses.
void plan(Pattern& pattern, unsigned bytes) {
  using Plan = Pattern::Plan;
  pattern.runs = 0;
  unsigned order[lanes], count = 0;
  for (std::uint32_t rest = pattern.mask; rest; rest &= rest - 1) order[count++] = static_cast<unsigned>(std::countr_zero(rest));
  const auto delta = [&](unsigned lane) { return static_cast<std::int64_t>(pattern.wide_delta[lane]); };
  std::stable_sort(order, order + count, [&](unsigned x, unsigned y) { return delta(x) < delta(y); });
  bool distinct = true;
  unsigned runs = 0;
  Pattern::Run run[Pattern::most_runs];
  for (unsigned k = 0; k < count;) {
    unsigned end = k + 1;
    while (end < count && delta(order[end]) == delta(order[k])) ++end;
    const bool several = end - k > 1;
    distinct = distinct && !several;
    Pattern::Run* last = runs != 0 && runs <= Pattern::most_runs ? &run[runs - 1] : nullptr;
    const bool follows = last && delta(order[k]) == last->delta + static_cast<std::int64_t>(last->accesses) * bytes && last->several == several &&
                         (several || order[k] == last->lane + last->accesses);
    if (follows) {
      ++last->accesses;
    } else {
      if (runs < Pattern::most_runs) run[runs] = {delta(order[k]), static_cast<std::uint8_t>(order[k]), 1, several};
      ++runs;
    }
    k = end;
  }
  if (runs <= Pattern::most_runs) {
    pattern.plan = Plan::runs;
    pattern.runs = static_cast<std::uint8_t>(runs);
    std::copy_n(run, runs, pattern.run);
  } else {
    pattern.plan = distinct ? Plan::distinct : Plan::overlapping;
  }
}

// f.operator()<Cells>() for the number of cells that an access touches.
template <class F>
auto with_cells(unsigned cells, F f) {
  switch (cells) {
    case 1: return f.template operator()<1>();
    case 2: return f.template operator()<2>();
    case 4: return f.template operator()<4>();
    case 8: return f.template operator()<8>();
    default: return f.template operator()<16>();
  }
}

// One run: neighbouring lanes, or cells that several lanes of the warp read.
template <unsigned Cells>
bool see_run(const Window& v, bool reads, const StampTable& stamps, std::uint64_t address, const Pattern::Run& run) {
  Stamp* const write = stamps.write(address);
  Stamp* const read = stamps.read(address);
  if (run.several) return reads && read_by_several(v, write, read, run.accesses * Cells);
  if (run.accesses == 16) return reads ? read_run<16, Cells>(v, write, read, run.lane) : write_run<16, Cells>(v, write, read, run.lane);
  if (run.accesses == 8) return reads ? read_run<8, Cells>(v, write, read, run.lane) : write_run<8, Cells>(v, write, read, run.lane);
  return reads ? read_some<Cells>(v, write, read, run.lane, run.accesses) : write_some<Cells>(v, write, read, run.lane, run.accesses);
}

}  // namespace

void Finder::watch(Warp& warp, std::byte* frame, const Op& op, MemoryState& state, AccessSpace space, Pattern& pattern, std::uint64_t base,
                   unsigned bytes) {
  const MemorySite& site = warp.function->memory[op.site];
  const bool reads = site.kind == MemorySite::Kind::load;
  StampTable& stamps = space == AccessSpace::shared ? warp.block->stamps : *state.stamps;
  if (!stamps.fits(bytes)) stamps.refine();
  if (space == AccessSpace::global && has_streams_) watch_streams(warp, frame, op, site, pattern, base, bytes);
  // A value of global memory that is only compared is read like a flag: a search that looks whether a node is taken.
  if (reads && space == AccessSpace::global && site.is_plain && (site.tested || state.read_only) && !state.written_map) return;
  touched_ = true;
  const auto reads_unwritten = [&] {
    if (!state.written_map || space != AccessSpace::global) return false;
    if (reads) return !all_written(state, pattern, base, bytes);
    note_written(warp, state, pattern, base, bytes);
    return false;
  };
  if (site.is_plain && !fenced_ && !reads_unwritten() &&
      !(site.array >= 0 && leaves_array(warp, site, pattern, base))) {
    // Nearly every access: stamps in a row or in a few runs, all ordered.
    const Window v = window(warp, space);
    const unsigned cells = stamps.cells_of(bytes);
    if (pattern.kind == Pattern::Kind::contiguous) {
      const bool clear = with_cells(cells, [&]<unsigned Cells>() {
        Stamp* const write = stamps.write(base);
        if (reads) return read_run<lanes, Cells>(v, write, stamps.read(base), 0);
        if (state.write_only && space == AccessSpace::global ? !unread_run<lanes, Cells>(v, write, 0) : !write_run<lanes, Cells>(v, write, stamps.read(base), 0))
          return false;
        mark_run<lanes, Cells>(v, write, 0);
        return true;
      });
      if (clear) return;
    } else if (pattern.plan == Pattern::Plan::unknown) {
      pattern.plan = Pattern::Plan::seen;  // many patterns are met once
    } else {
      if (pattern.plan == Pattern::Plan::seen) plan(pattern, bytes);
      const bool clear = with_cells(cells, [&]<unsigned Cells>() {
        if (pattern.plan == Pattern::Plan::runs) {
          bool all = true;
          for (unsigned k = 0; k < pattern.runs; ++k)
            all &= see_run<Cells>(v, reads, stamps, base + static_cast<std::uint64_t>(pattern.run[k].delta), pattern.run[k]);
          if (all && !reads)
            for (unsigned k = 0; k < pattern.runs; ++k)
              mark_some<Cells>(v, stamps.write(base + static_cast<std::uint64_t>(pattern.run[k].delta)), pattern.run[k].lane, pattern.run[k].accesses);
          return all;
        }
        if (Cells != 1 || pattern.plan != Pattern::Plan::distinct || pattern.mask != all_lanes) return false;
        if (reads) return read_apart(v, stamps.write(base), stamps.read(base), pattern.delta, stamps.shift());
        return write_apart(v, stamps.write(base), stamps.read(base), pattern.delta, stamps.shift());
      });
      if (clear) return;
    }
  }
  watch_closely(warp, frame, op, state, space, pattern, base, bytes);
}

bool Finder::leaves_array(const Warp& warp, const MemorySite& site, const Pattern& pattern, std::uint64_t base) const {
  const auto& [name, begin, end] = shared_extent(warp, site);
  return base + static_cast<std::uint64_t>(pattern.low) < begin || base + static_cast<std::uint64_t>(pattern.high) > end;
}

void Finder::watch_closely(Warp& warp, std::byte* frame, const Op& op, MemoryState& state, AccessSpace space, const Pattern& pattern,
                           std::uint64_t base, unsigned bytes) {
  const MemorySite& site = warp.function->memory[op.site];
  const bool reads = site.kind == MemorySite::Kind::load;
  if (reads && site.speculative) return;
  StampTable& stamps = space == AccessSpace::shared ? warp.block->stamps : *state.stamps;
  std::uint64_t address[lanes];
  for (unsigned i = 0; i < lanes; ++i) address[i] = base + pattern.wide_delta[i];
  const Access a{warp, frame, op.line, &site, &state, space, stamps, window(warp, space), address, pattern.mask, bytes, reads, !reads, false};
  if (space == AccessSpace::shared) {
    if (site.array >= 0 && !(state.told & told_bounds)) check_array(a);
  } else if (state.written_map) {
    if (!reads) note_written(warp, state, pattern, base, bytes);
    else if (!(state.told & told_unwritten)) check_written(a);
  }
  // A volatile variable in global memory is a flag that others watch; in shared memory, where the kernel has fences.
  if (site.is_volatile) {
    if (reads) warp.block->acquired_at = now_;
    if (space == AccessSpace::global || follows_volatile_) {
      if (!reads)
        for (std::uint32_t rest = pattern.mask; rest; rest &= rest - 1)
          std::fill_n(stamps.write(address[std::countr_zero(rest)]), stamps.cells_of(bytes), stamp::at(now_, stamp::atomic_mark));
      return;
    }
  }
  if (site.tested && space == AccessSpace::global) return;
  watch_lanes(a);
}

// Of global memory of which some was never written: whether all that a load reads was.
bool Finder::all_written(MemoryState& state, const Pattern& pattern, std::uint64_t base, unsigned bytes) {
  const WrittenMap& map = *state.written_map;
  if (map.complete()) {
    state.written_map = nullptr;
    return true;
  }
  const std::uint64_t from = base - state.low;
  if (pattern.kind == Pattern::Kind::contiguous) return map.all(from, lanes * bytes);
  for (std::uint32_t rest = pattern.mask; rest; rest &= rest - 1)
    if (!map.all(from + pattern.wide_delta[std::countr_zero(rest)], bytes)) return false;
  return true;
}

void Finder::note_written(const Warp& warp, MemoryState& state, const Pattern& pattern, std::uint64_t base, unsigned bytes) {
  if (warp.launch->footprint) return;  // workers have their own notes
  WrittenMap& map = *state.written_map;
  const std::uint64_t from = base - state.low;
  if (pattern.kind == Pattern::Kind::contiguous) {
    map.add(from, lanes * bytes);
  } else {
    for (std::uint32_t rest = pattern.mask; rest; rest &= rest - 1) map.add(from + pattern.wide_delta[std::countr_zero(rest)], bytes);
  }
  if (map.complete()) state.written_map = nullptr;
}

void Finder::watch_lanes(const Access& a) {
  const unsigned cells = a.stamps.cells_of(a.bytes);
  const Window& v = a.window;
  std::uint32_t bad = 0;
  for (std::uint32_t rest = a.mask; rest; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const Stamp m = v.mine + lane;
    const Stamp* const write = a.stamps.write(a.address[lane]);
    const Stamp* const read = a.stamps.read(a.address[lane]);
    bool clear = true;
    for (unsigned k = 0; k < cells; ++k) {
      clear &= write_ordered(v, write[k], m) && (!a.reads || write[k] >= v.unwritten);
      if (a.writes) clear &= read_ordered(v, read[k], m);
    }
    bad |= std::uint32_t{!clear} << lane;
  }
  for (std::uint32_t rest = bad; rest; rest &= rest - 1) judge(a, static_cast<unsigned>(std::countr_zero(rest)));
  for (std::uint32_t rest = a.mask; rest; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const Stamp m = v.mine + lane;
    if (a.reads) {
      Stamp* const read = a.stamps.read(a.address[lane]);
      // Readers whom fences and flags put before this one are done with the cell.
      for (unsigned k = 0; k < cells; ++k) read[k] = fenced_ && relation(a, lane, read[k]) == Relation::ordered ? m : with_reader(v, read[k], m);
      continue;
    }
    Stamp* const write = a.stamps.write(a.address[lane]);
    // A lane of this very instruction was here: their values decide.
    if (((write[0] ^ m) & ~Stamp{31}) == 0 && write[0] != m && (a.mask >> (write[0] & 31) & 1) && a.address[write[0] & 31] == a.address[lane])
      judge_one_address(a, 1u << (write[0] & 31) | 1u << lane);
    std::fill_n(write, cells, m);
  }
}

void Finder::scattered(Warp& warp, std::byte* frame, const Op& op, AccessSpace space, const std::uint64_t* address, std::uint32_t mask, unsigned bytes) {
  if (space != AccessSpace::global && space != AccessSpace::shared) return;
  MemoryState& state = state_of(warp, op);
  const auto [low, high, map, stamps] = std::tuple{state.low, state.high, state.written_map, state.stamps};
  // Lane by lane, as patterns of one lane: rare, so it need not be fast.
  for (std::uint32_t rest = mask; rest; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    if (space == AccessSpace::global) {
      const Allocation* a = warp.launch->memory->find(address[lane]);
      if (!a || address[lane] + bytes > a->base + a->bytes) break;  // the access itself ends here with a fault
      state.low = a->base, state.high = a->base + a->bytes;
      meet(state, *a);
    } else if (address[lane] + bytes > warp.shared_bytes || address[lane] > warp.shared_bytes) {
      break;
    }
    Pattern one;
    one.mask = 1u << lane;
    one.space = space;
    watch(warp, frame, op, state, space, one, address[lane], bytes);
  }
  state.low = low, state.high = high, state.written_map = map, state.stamps = stamps;
}

}  // namespace sim
