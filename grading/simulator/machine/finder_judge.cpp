// Whether two accesses that no quick comparison clears are ordered after all, and what to say when they are not.
#include <algorithm>
#include <bit>

#include "grading/simulator/machine/access.h"
#include "grading/simulator/machine/finder_access.h"
#include "grading/simulator/machine/finder_words.h"

namespace sim {

void Finder::check_array(const Access& a) {
  const auto& [name, begin, end] = shared_extent(a.warp, *a.site);
  for (std::uint32_t rest = a.mask; rest; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    if (a.address[lane] >= begin && a.address[lane] + a.bytes <= end) continue;
    a.state->told |= told_bounds;
    tell(a.warp, a.line, lane, "out-of-bounds",
         words::leaves_array(a.reads, a.is_atomic, name, static_cast<std::int64_t>(a.address[lane]) - static_cast<std::int64_t>(begin),
                             end - begin, a.bytes),
         a.address[lane]);
    return;
  }
}

bool Finder::is_written(const Warp& warp, const WrittenMap& map, const Allocation& a, std::uint64_t address, unsigned bytes) const {
  if (map.any(address - a.base, bytes)) return true;
  if (!warp.launch->footprint) return false;
  const auto mine = warp.launch->footprint->written.find(a.base);
  return mine != warp.launch->footprint->written.end() && mine->second.any(address, bytes);
}

void Finder::check_written(const Access& a) {
  for (std::uint32_t rest = a.mask; rest; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const std::uint64_t address = a.address[lane];
    const Allocation* allocation = a.warp.launch->memory->find(address);
    if (!allocation || !allocation->written || is_written(a.warp, *allocation->written, *allocation, address, a.bytes)) continue;
    // Half of a structure that is copied whole: padding need not be written.
    const bool in_copy = a.site && a.site->copies && a.site->pairable;
    const std::uint64_t whole = std::max(address / 16 * 16, allocation->base);
    if (in_copy && is_written(a.warp, *allocation->written, *allocation, whole, static_cast<unsigned>(std::min<std::uint64_t>(16, allocation->base + allocation->bytes - whole))))
      continue;
    if (a.state) a.state->told |= told_unwritten;
    tell(a.warp, a.line, lane, "uninitialised-read",
                words::reads_unwritten_global(a.is_atomic, *allocation, address, a.bytes, a.site == nullptr), address);
    return;
  }
}

Finder::Relation Finder::relation(const Access& a, unsigned lane, Stamp s) const {
  if (s < a.window.stale || stamp::who_of(s) == stamp::kept_mark) return Relation::ordered;
  const BlockState& block = *a.warp.block;
  const std::uint32_t time = stamp::time_of(s);
  const auto published = [&](const std::vector<std::uint32_t>& fences) {
    const auto next = std::upper_bound(fences.begin(), fences.end(), time);
    return next != fences.end() && *next <= block.acquired_at;
  };
  const std::uint64_t by = a.space == AccessSpace::shared ? block.linear : owner(s);
  const Stamp who = stamp::who_of(s);
  if (by != block.linear || who == stamp::grid_mark) {
    // Who the several readers were is not kept: where the program fences, they are believed to be ordered.
    if (who == stamp::grid_mark) return follows_volatile_ && block.acquired_at != 0 ? Relation::ordered : Relation::blocks;
    const auto fences = fences_.find(by);
    return fences != fences_.end() && published(fences->second) ? Relation::ordered : Relation::blocks;
  }
  const Stamp me = a.warp.index * lanes + lane;
  if (time < block.barrier_at || who == me) return Relation::ordered;
  const bool in_warp = who < stamp::warp_mark ? who / lanes == a.warp.index : who == (stamp::warp_mark | a.warp.index);
  if (in_warp && time < a.warp.synchronised) return Relation::ordered;
  if (published(block.fences)) return Relation::ordered;
  return in_warp ? Relation::lanes : Relation::warps;
}

void lane_value(std::byte* frame, const MemorySite& site, unsigned lane, std::byte* out) {
  for (unsigned e = 0; e < site.elements; ++e) {
    const std::uint64_t v = site.slot_bytes == 8 ? slot<std::uint64_t>(frame, site.data[e])[lane] : slot<std::uint32_t>(frame, site.data[e])[lane];
    std::memcpy(out + e * site.width, &v, site.width);
  }
}

void Finder::judge(const Access& a, unsigned lane) {
  const std::uint64_t address = a.address[lane];
  const unsigned cells = a.stamps.cells_of(a.bytes);
  const Stamp* const write = a.stamps.write(address);
  const Stamp* const read = a.stamps.read(address);
  const auto told = [&](Told what) { return a.state && (a.state->told & what); };
  if (a.space == AccessSpace::shared && a.reads && !told(told_unwritten)) {
    const bool unwritten = std::all_of(write, write + cells, [&](Stamp w) { return w < a.window.unwritten; });
    const std::uint64_t neighbour = (address ^ 8) & ~std::uint64_t{7};
    const bool in_copy = a.site && a.site->copies && a.site->pairable && neighbour + 8 <= a.warp.shared_bytes &&
                         *a.stamps.write(neighbour) >= a.window.unwritten;
    if (unwritten && !in_copy) {
      a.state->told |= told_unwritten;
      if (const auto index = tell(a.warp, a.line, lane, "uninitialised-read",
                                  words::reads_unwritten_shared(a.is_atomic, words::place_in_shared(a.warp, *a.site, address, a.bytes)), address))
        unwritten_.push_back({object_of(a, address), *index});
    }
  }
  if (told(told_race)) return;
  for (unsigned k = 0; k < cells; ++k) {
    const bool by_atomic = stamp::who_of(write[k]) == stamp::atomic_mark;
    // Looking at what others update by atomic functions, before updating it oneself, is common in global memory.
    const bool tolerated = by_atomic && (a.is_atomic || a.space == AccessSpace::global);
    const Relation writer = tolerated || (write[k] < a.window.unwritten && a.space == AccessSpace::shared) ? Relation::ordered : relation(a, lane, write[k]);
    if (writer != Relation::ordered) {
      bool same = false;
      if (a.writes && !a.is_atomic && a.frame && !by_atomic) {
        std::byte value[32];
        lane_value(a.frame, *a.site, lane, value);
        const std::byte* memory = a.space == AccessSpace::shared ? a.warp.shared + address : a.warp.launch->memory->host(address);
        same = std::memcmp(value, memory, a.bytes) == 0;
      }
      if (!same) return tell_race(a, lane, address + (std::uint64_t{k} << a.stamps.shift()), write[k], true);
    }
    if (!a.writes || (a.is_atomic && a.space == AccessSpace::global)) continue;
    const Relation reader = relation(a, lane, read[k]);
    if (reader != Relation::ordered) return tell_race(a, lane, address + (std::uint64_t{k} << a.stamps.shift()), read[k], false);
  }
}

// Several lanes of one store name one address: fine as long as they store one value.
void Finder::judge_one_address(const Access& a, std::uint32_t there) {
  if (!a.frame || !a.site || (a.state->told & told_race)) return;
  std::byte first[32], other[32];
  const auto lead = static_cast<unsigned>(std::countr_zero(there));
  lane_value(a.frame, *a.site, lead, first);
  for (std::uint32_t rest = there & (there - 1); rest; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    lane_value(a.frame, *a.site, lane, other);
    if (std::memcmp(first, other, a.bytes) != 0) return tell_race(a, lane, a.address[lane], a.window.mine + lead, true);
  }
}

std::uint64_t Finder::object_of(const Access& a, std::uint64_t address) const {
  if (a.space == AccessSpace::shared) return a.site->array < 0 ? ~std::uint64_t{0} : a.warp.function->arrays[static_cast<std::size_t>(a.site->array)].begin;
  const Allocation* allocation = a.warp.launch->memory->find(address);
  return allocation ? allocation->id : 0;
}

void Finder::tell_race(const Access& a, unsigned lane, std::uint64_t address, Stamp other, bool other_wrote) {
  const std::uint64_t by = a.space == AccessSpace::shared ? a.warp.block->linear : owner(other);
  const Stamp who = stamp::who_of(other);
  words::Race race;
  using Between = words::Race::Between;
  race.between = by != a.warp.block->linear || who == stamp::grid_mark ? Between::blocks
                 : (who < stamp::warp_mark ? who / lanes == a.warp.index : who == (stamp::warp_mark | a.warp.index)) ? Between::lanes
                                                                                                         : Between::warps;
  const auto width = static_cast<std::uint8_t>(race.between);
  const std::uint8_t widest = static_cast<std::uint8_t>(a.space == AccessSpace::shared ? Between::warps : Between::blocks);
  if (a.state && width == widest) a.state->told |= told_race;
  const std::uint64_t object = object_of(a, address);
  auto told = std::find_if(races_.begin(), races_.end(), [&](const ToldRace& r) { return r.space == a.space && r.object == object; });
  if (told != races_.end() && told->width >= width) return;

  race.reads = a.reads && !a.writes, race.is_atomic = a.is_atomic, race.other_wrote = other_wrote;
  race.other_atomic = who == stamp::atomic_mark;
  race.other_block = by;
  if (who < stamp::warp_mark) race.other_thread = who;
  race.place = a.space == AccessSpace::shared ? words::place_in_shared(a.warp, *a.site, address, a.bytes)
                                              : words::place_in_global(*a.warp.launch, address, a.bytes);
  race.other_lines = words::lines_of_other_side(*a.warp.launch, a.line, a.space, address, a.site ? a.site->array : -1, race);
  race.has_flags = a.warp.block->acquired_at != 0 && !follows_volatile_;
  auto& faults = a.warp.launch->report.faults;
  if (!other_wrote || race.other_atomic) forget_unwritten(a, object);
  std::string text = words::sentence(race, *a.warp.launch);
  if (told == races_.end()) {
    if (const auto index = tell(a.warp, a.line, lane, "race", std::move(text), address)) races_.push_back({a.space, object, width, *index});
    return;
  }
  Fault& fault = faults[told->fault];
  fault = fault_at(a.warp, a.line, lane);
  fault.kind = "race", fault.sentence = std::move(text), fault.address = address;
  told->width = width;
}

// What was read before anybody wrote it was so by the race that is about to be told: one fault, not two.
void Finder::forget_unwritten(const Access& a, std::uint64_t object) {
  auto& faults = a.warp.launch->report.faults;
  if (a.space != AccessSpace::shared) return;
  const auto found = std::find_if(unwritten_.begin(), unwritten_.end(), [&](const ToldUnwritten& u) {
    return u.object == object && faults[u.fault].block == a.warp.block->index;
  });
  if (found == unwritten_.end()) return;
  const std::size_t at = found->fault;
  faults.erase(faults.begin() + static_cast<std::ptrdiff_t>(at));
  unwritten_.erase(found);
  const auto move_up = [at](auto& list) {
    for (auto& told : list)
      if (told.fault > at) --told.fault;
  };
  move_up(races_), move_up(unwritten_);
}

void Finder::caller_not_named(Warp& warp, std::uint32_t line, unsigned lane, const std::uint32_t* members) {
  tell(warp, line, lane, "undefined-lane", words::caller_not_named(lane, members[lane]), 0);
}

void Finder::judge_barrier(BlockState& block, std::uint32_t id) {
  const Fragment* first = nullptr;
  const Fragment* other = nullptr;
  Warp* first_warp = nullptr;
  Warp* other_warp = nullptr;
  for (Warp& warp : block.warps)
    for (const Frame& frame : warp.frames)
      for (const Fragment& f : frame.fragments) {
        if (f.wait != Fragment::Wait::barrier || f.barrier != id || f.definition->threads != no_slot) continue;
        if (!first) first = &f, first_warp = &warp;
        else if (f.definition != first->definition && !other) other = &f, other_warp = &warp;
      }
  if (!first) return;
  const auto lead = [](const Fragment* f) { return static_cast<unsigned>(std::countr_zero(f->mask)); };
  if (other)
    tell(*other_warp, other->line, lead(other), "barrier",
         words::two_barriers(*launch_, first_warp->index * lanes + lead(first), first->line, other->line), 0);
  const auto threads = static_cast<std::uint32_t>(launch_->config->block.count());
  if (block.live_threads == threads) return;
  for (const Warp& warp : block.warps) {
    const std::uint32_t left = threads - std::min(threads, warp.index * lanes);
    const std::uint32_t gone = (left >= lanes ? all_lanes : (1u << left) - 1) & ~warp.live;
    if (gone == 0) continue;
    tell(*first_warp, first->line, lead(first), "barrier",
                words::left_before_barrier(*launch_, threads - block.live_threads, threads, warp.index * lanes + static_cast<unsigned>(std::countr_zero(gone))), 0);
    return;
  }
}

std::optional<std::size_t> Finder::tell(Warp& warp, std::uint32_t line, unsigned lane, const char* kind, std::string sentence, Address address) {
  Launch& launch = *warp.launch;
  constexpr std::size_t most = 16;
  Fault fault = fault_at(warp, line, lane);
  fault.kind = kind;
  fault.sentence = std::move(sentence);
  fault.address = address;
  auto& all = launch.report.faults;
  const bool known = std::any_of(all.begin(), all.end(), [&](const Fault& f) { return f.kind == fault.kind && f.line == fault.line && f.file == fault.file; });
  if (known || all.size() >= most) return std::nullopt;
  all.push_back(std::move(fault));
  return all.size() - 1;
}

}  // namespace sim
