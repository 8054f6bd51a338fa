#include "grading/simulator/machine/finder.h"

#include <algorithm>
#include <bit>
#include <tuple>

#include "grading/simulator/machine/access.h"
#include "grading/simulator/machine/finder_access.h"
#include "grading/simulator/machine/finder_words.h"

namespace sim {

// ---- time --------------------------------------------------------------------------------------------------------------

void Finder::begin(Launch& launch) {
  launch_ = &launch;
  blocks_.clear();
  fences_.clear();
  owners_.clear();
  races_.clear();
  unwritten_.clear();
  fenced_ = false;
  follows_volatile_ = false;
  shared_shift_ = 2;
  for (const FunctionCode* f : launch.functions) {
    follows_volatile_ = follows_volatile_ || f->fences;
    if (f->small_shared) shared_shift_ = 0;
  }
  if (launch.memory->generation() != generation_) {
    generation_ = launch.memory->generation();
    std::vector<std::uint32_t> live;
    for (const auto& [base, a] : launch.memory->allocations()) live.push_back(a.id);
    std::sort(live.begin(), live.end());
    std::erase_if(tables_, [&](const auto& t) { return !std::binary_search(live.begin(), live.end(), t.first); });
  }
  reads_ = touched(&FunctionCode::reads);
  writes_ = touched(&FunctionCode::writes);
  launch_base_ = now_ + 1;
  advance(0);
}

Finder::Touched Finder::touched(const FunctionCode::Reach FunctionCode::* reach) const {
  Touched found;
  found.known = true;
  const auto add = [&](Address address) {
    const Allocation* const a = launch_->memory->find(address);
    if (a) found.allocations.push_back(a->id);
    else if (address != 0) found.known = false;
  };
  const auto parameters = launch_->config->parameters;
  for (const FunctionCode* f : launch_->functions) {
    const FunctionCode::Reach& to = f->*reach;
    found.known = found.known && !to.anywhere;
    for (const std::uint64_t address : to.variables) add(address);
    for (const std::uint64_t offset : to.parameters) {
      Address address = 0;
      if (offset + sizeof address <= parameters.size()) std::memcpy(&address, parameters.data() + offset, sizeof address);
      add(address);
    }
  }
  return found;
}

Finder& Finder::worker(unsigned number) {
  while (workers_.size() <= number) workers_.push_back(std::make_unique<Finder>(most_time_));
  return *workers_[number];
}

void Finder::advance(std::uint64_t block) {
  if (now_ >= most_time_) start_over();
  ++now_;
  owners_.push_back(block);
  touched_ = false;
}

// The clock is full: what was touched before counts as ordered from here on. That may hide a race, never make one.
void Finder::start_over() {
  for (auto& [id, stamps] : tables_) stamps.clear();
  for (BlockState* block : blocks_) {
    const Stamp first = stamp::at(block->started_at);
    Stamp* const write = block->stamps.write(0);
    for (std::size_t k = 0; k < block->stamps.cells(); ++k) {
      write[k] = write[k] >= first ? stamp::at(1, stamp::kept_mark) : 0;
      block->stamps.read(0)[k] = 0;
    }
    block->started_at = 1;
    block->barrier_at = block->running_since = 2;
    block->acquired_at = 0;
    block->fences.clear();
    for (Warp& warp : block->warps) warp.synchronised = 2;
  }
  fences_.clear();
  owners_.clear();
  now_ = 2;
  launch_base_ = 3;
}

void Finder::block_starts(BlockState& block) {
  const bool is_new = block.stamps.empty();
  if (is_new && !block.shared.empty()) block.stamps = StampTable(0, block.shared.size(), shared_shift_);
  if (!block.stamps.empty() && std::find(blocks_.begin(), blocks_.end(), &block) == blocks_.end()) blocks_.push_back(&block);
  advance(block.linear);
  block.started_at = block.barrier_at = block.running_since = now_;
  block.acquired_at = 0;
  block.fences.clear();
}

void Finder::block_goes_on(BlockState& block) {
  advance(block.linear);
  block.running_since = now_;
}

void Finder::barrier_opens(BlockState& block) {
  if (touched_) advance(block.linear);
  block.barrier_at = now_;
}

void Finder::lanes_meet(Warp& warp) {
  if (touched_) advance(warp.block->linear);
  warp.synchronised = now_;
}

void Finder::fence(Warp& warp, bool device_wide) {
  BlockState& block = *warp.block;
  fenced_ = true;
  if (touched_) advance(block.linear);
  if (block.fences.empty() || block.fences.back() != now_) block.fences.push_back(now_);
  if (!device_wide) return;
  auto& fences = fences_[block.linear];
  if (fences.empty() || fences.back() != now_) fences.push_back(now_);
}

Window Finder::window(const Warp& warp, AccessSpace space) const {
  const BlockState& block = *warp.block;
  Window v;
  v.mine = stamp::at(now_, warp.index * lanes);
  v.synchronised = stamp::at(warp.synchronised);
  if (space == AccessSpace::shared) {
    v.stale = v.own = stamp::at(block.barrier_at);
    v.unwritten = stamp::at(block.started_at);
  } else {
    v.stale = stamp::at(launch_base_);
    v.own = stamp::at(block.running_since);
    v.ordered = block.barrier_at > block.running_since ? stamp::at(block.barrier_at - block.running_since) : 0;
  }
  return v;
}

// ---- accesses ----------------------------------------------------------------------------------------------------------

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
  // A value of global memory that is only compared is read like a flag: a search that looks whether a node is taken.
  if (reads && space == AccessSpace::global && site.is_plain && (site.tested || state.read_only) && !state.written_map) return;
  touched_ = true;
  if (site.is_plain && !fenced_ && !(state.written_map && space == AccessSpace::global && !(reads ? all_written(state, pattern, base, bytes) : note_written(warp, state, pattern, base, bytes))) &&
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
  const SharedArray& array = warp.function->arrays[static_cast<std::size_t>(site.array)];
  const bool dynamic = array.begin == array.end;
  const std::uint64_t begin = dynamic ? warp.launch->dynamic_shared_base : array.begin, end = dynamic ? warp.shared_bytes : array.end;
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

bool Finder::note_written(const Warp& warp, MemoryState& state, const Pattern& pattern, std::uint64_t base, unsigned bytes) {
  if (warp.launch->footprint) return true;  // workers have their own notes
  WrittenMap& map = *state.written_map;
  const std::uint64_t from = base - state.low;
  if (pattern.kind == Pattern::Kind::contiguous) {
    map.add(from, lanes * bytes);
  } else {
    for (std::uint32_t rest = pattern.mask; rest; rest &= rest - 1) map.add(from + pattern.wide_delta[std::countr_zero(rest)], bytes);
  }
  if (map.complete()) state.written_map = nullptr;
  return true;
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
    // In global memory a plain write of this launch stays on record: other blocks' atomics may come before or after it.
    if (space == AccessSpace::shared || *write < a.window.stale || stamp::who_of(*write) == stamp::atomic_mark)
      for (unsigned k = 0; k < cells; ++k) write[k] = updated;
  }
}

void Finder::image(Warp& warp, const Op& op, Touch touch, std::uint64_t address, unsigned lane, unsigned bytes) {
  const Allocation* allocation = warp.launch->memory->find(address);
  if (allocation && allocation->kind == Allocation::Kind::array) check_streams(warp, op, touch, *allocation, address, lane, bytes);
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

void Finder::check_streams(Warp& warp, const Op& op, Touch touch, const Allocation& array, std::uint64_t address, unsigned lane, unsigned bytes) {
  const LaunchConfig& config = *warp.launch->config;
  if (config.array_writes == nullptr) return;
  if (touch == Touch::writes) return config.array_writes->wrote(array.base, address - array.base, bytes);
  if (const WorkNumber writer = config.array_writes->unordered(array.base, address - array.base, bytes))
    tell(warp, op.line, lane, "unordered-streams", config.unordered_sentence(writer), 0);
}

void Finder::part_of_element(Warp& warp, const Op& op, unsigned lane, bool reads, unsigned bytes, unsigned element_bytes) {
  tell(warp, op.line, lane, "surface-format", words::part_of_element(reads, bytes, element_bytes), 0);
}

void Finder::stores(Warp& warp, AccessSpace space, std::uint64_t address, unsigned lane, unsigned bytes) {
  const Stamp m = stamp::at(now_, warp.index * lanes + lane);
  touched_ = true;
  StampTable* stamps = &warp.block->stamps;
  if (space == AccessSpace::global) {
    const Allocation* allocation = warp.launch->memory->find(address);
    if (!allocation) return;
    if (allocation->written) allocation->written->add(address - allocation->base, bytes);
    stamps = &table(*allocation);
  }
  if (!stamps->fits(bytes)) stamps->refine();
  std::fill_n(stamps->write(address), stamps->cells_of(bytes), m);
}

}  // namespace sim
