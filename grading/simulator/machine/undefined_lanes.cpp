#include "grading/simulator/machine/undefined_lanes.h"

#include <bit>

#include "grading/simulator/machine/finder.h"
#include "grading/simulator/machine/shuffle_lane.h"

namespace sim {
namespace {

using Role = Op::Role;

template <class T>
const T* lane_values(const std::byte* frame, SlotOffset at) {
  return reinterpret_cast<const T*>(frame + at);
}
std::uint32_t predicate(const std::byte* frame, SlotOffset at) { return *lane_values<std::uint32_t>(frame, at); }

ShuffleLane source_of(const std::byte* frame, const Op& op, unsigned lane) {
  const std::uint32_t b = lane_values<std::uint32_t>(frame, op.b)[lane], c = lane_values<std::uint32_t>(frame, op.c)[lane];
  const int i = static_cast<int>(lane);
  switch (op.role) {
    case Role::shuffle_up: return shuffle_lane<Role::shuffle_up>(i, b, c);
    case Role::shuffle_down: return shuffle_lane<Role::shuffle_down>(i, b, c);
    case Role::shuffle_bfly: return shuffle_lane<Role::shuffle_bfly>(i, b, c);
    default: return shuffle_lane<Role::shuffle_idx>(i, b, c);
  }
}

// Whether the lane that `lane` reads is there, and named.
bool is_there(const std::uint32_t* members, std::uint32_t mask, unsigned lane, const ShuffleLane& source) {
  return !source.inside || ((mask & members[lane]) >> source.from & 1) != 0;
}

std::uint32_t lanes_of_block(const Warp& warp) {
  const std::uint64_t threads = warp.launch->config->block.count(), first = std::uint64_t{warp.index} * lanes;
  return threads - first >= lanes ? all_lanes : (1u << (threads - first)) - 1;
}

}  // namespace

bool UndefinedLanes::takes_any(const Warp&, const std::byte* frame, const Op& op, const std::uint32_t* members, std::uint32_t mask) {
  for (std::uint32_t rest = mask; rest; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    if (!is_there(members, mask, lane, source_of(frame, op, lane))) return true;
  }
  return false;
}

UndefinedLanes::Value UndefinedLanes::at(const std::byte* frame, SlotOffset slot) const {
  if (slot == no_slot) return {};
  const auto found = values_.find(frame + slot);
  return found == values_.end() ? Value{} : found->second;
}

void UndefinedLanes::set(const std::byte* frame, SlotOffset slot, Value value, std::uint32_t mask) {
  if (slot == no_slot) return;
  const auto found = values_.find(frame + slot);
  if (found == values_.end()) {
    if ((value.mask & mask) != 0) values_.emplace(frame + slot, value & mask);
    return;
  }
  const Value now = (value & mask) | (found->second & ~mask);
  if (now.mask == 0) values_.erase(found);
  else found->second = now;
}

UndefinedLanes::Value UndefinedLanes::of_sources(const std::byte* frame, const Op& op) const {
  const Value a = at(frame, op.a), b = at(frame, op.b), c = at(frame, op.c);
  switch (op.role) {
    case Role::unpack: return a;
    case Role::four_sources: return a | b | c | at(frame, op.site);
    case Role::choice: {
      const std::uint32_t p = predicate(frame, op.c);
      return (a & p) | (b & ~p) | c;
    }
    // A predicate that decides alone makes the other one not matter.
    case Role::conjunction: {
      const std::uint32_t a_decides = ~predicate(frame, op.a) & ~a.mask, b_decides = ~predicate(frame, op.b) & ~b.mask;
      return (a & ~b_decides) | (b & ~a_decides);
    }
    case Role::disjunction: {
      const std::uint32_t a_decides = predicate(frame, op.a) & ~a.mask, b_decides = predicate(frame, op.b) & ~b.mask;
      return (a & ~b_decides) | (b & ~a_decides);
    }
    default: break;
  }
  if (op.combine == Op::Combine::none || op.c == no_slot) return a | b | c;
  std::uint32_t with = predicate(frame, op.c);
  if (op.negated) with = ~with;
  const std::uint32_t decides = op.combine == Op::Combine::conjunction ? ~with : op.combine == Op::Combine::disjunction ? with : 0;
  return ((a | b) & ~(decides & ~c.mask)) | c;
}

void UndefinedLanes::shuffle(const Warp& warp, const std::byte* frame, const Op& op, const std::uint32_t* members, std::uint32_t mask) {
  const Value from = at(frame, op.a);
  Value result;
  for (std::uint32_t rest = mask; rest; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const ShuffleLane source = source_of(frame, op, lane);
    const auto bit = std::uint32_t{1} << source.from;
    if (is_there(members, mask, lane, source)) {
      if (from.mask & bit) result = result | Value{1u << lane, from.origin};
      continue;
    }
    using Why = words::LaneAbsent;
    const Why why = !(lanes_of_block(warp) & bit) ? Why::not_in_block : !(warp.live & bit) ? Why::exited : !(members[lane] & bit) ? Why::not_named : Why::elsewhere;
    origins_.push_back({op.line, lane, static_cast<unsigned>(source.from), why});
    result = result | Value{1u << lane, static_cast<std::uint32_t>(origins_.size() - 1)};
  }
  set(frame, op.d, result, mask);
  if (op.has_second_result) set(frame, op.site, {}, mask);
}

void UndefinedLanes::tell(Warp& warp, std::uint32_t line, const Value& value, const char* use) {
  const Origin& origin = origins_[value.origin];
  warp.launch->finder->undefined_lane(warp, origin.line, origin.lane,
                                      words::undefined_lane(*warp.launch, origin.from, origin.why, origin.line, line, use));
}

void UndefinedLanes::access(Warp& warp, const std::byte* frame, const Op& op, std::uint32_t mask) {
  const MemorySite& site = warp.function->memory[op.site];
  // Arguments of calls and a thread's own arrays are not followed.
  const bool own = site.space == AccessSpace::local || site.space == AccessSpace::parameter;
  if (const Value address = at(frame, site.address) & mask; address.mask != 0) tell(warp, op.line, address, "uses it as an index or address");
  if (site.kind == MemorySite::Kind::load) {
    for (const SlotOffset data : site.data) set(frame, data, {}, mask);
    return;
  }
  Value stored;
  for (const SlotOffset data : site.data) stored = stored | at(frame, data);
  if (op.is_atomic) {
    stored = stored | at(frame, op.a) | at(frame, op.b);
    set(frame, op.d, {}, mask);
  }
  if (!own && (stored.mask & mask) != 0) tell(warp, op.line, stored & mask, op.is_atomic ? "updates memory with it" : "stores it");
}

void UndefinedLanes::image(Warp& warp, const std::byte* frame, const Op& op, std::uint32_t mask) {
  const ImageSite& site = warp.function->images[op.site];
  Value used = at(frame, site.object) | at(frame, site.layer);
  for (const SlotOffset coordinate : site.coordinate) used = used | at(frame, coordinate);
  const bool stores = site.kind == ImageSite::Kind::store;
  for (const SlotOffset data : site.data) {
    if (stores) used = used | at(frame, data);
    else set(frame, data, {}, mask);
  }
  if ((used.mask & mask) != 0) tell(warp, op.line, used & mask, "gives it to a surface or texture");
}

void UndefinedLanes::follow(Warp& warp, const std::byte* frame, const Op& op, const std::uint32_t* members, std::uint32_t mask) {
  Value condition;
  if (op.guard != no_slot) {
    const std::uint32_t p = predicate(frame, op.guard);
    condition = at(frame, op.guard) & mask;
    mask &= op.guard_negated ? ~p : p;
  }
  if (op.is_access || op.is_atomic) {
    if (condition.mask != 0) tell(warp, op.line, condition, "decides by it");
    return access(warp, frame, op, mask);
  }
  if (op.is_image) return image(warp, frame, op, mask);
  if (op.role >= Role::shuffle_up) return shuffle(warp, frame, op, members, mask);
  if (values_.empty()) return;
  Value result = of_sources(frame, op);
  if (op.role == Role::across && (result.mask & mask) != 0) result.mask = mask;
  result = result | condition;
  const std::uint32_t changed = mask | condition.mask;
  set(frame, op.d, result, changed);
  if (op.role == Role::unpack) set(frame, op.b, result, changed);
  if (op.has_second_result) set(frame, op.site, result, changed);
}

void UndefinedLanes::branch(Warp& warp, const std::byte* frame, SlotOffset slot, std::uint32_t line, std::uint32_t mask) {
  if (const Value value = at(frame, slot) & mask; value.mask != 0) tell(warp, line, value, "decides by it");
}

}  // namespace sim
