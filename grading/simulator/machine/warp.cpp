// Instructions that look at the other lanes of the warp, and a few that ask the machine.
#include <bit>

#include "grading/simulator/machine/finder.h"
#include "grading/simulator/machine/lanewise.h"
#include "grading/simulator/machine/select.h"
#include "grading/simulator/machine/shuffle_lane.h"

namespace sim {
namespace {

std::uint32_t& predicate_at(std::byte* frame, SlotOffset at) { return *reinterpret_cast<std::uint32_t*>(frame + at); }

template <Op::Role Mode>
void shuffle(Warp&, std::byte* frame, const Op& op, std::uint32_t mask) {
  std::uint32_t value[lanes];
  std::memcpy(value, slot<std::uint32_t>(frame, op.a), sizeof value);
  const auto *b = slot<std::uint32_t>(frame, op.b), *c = slot<std::uint32_t>(frame, op.c);
  auto* d = slot<std::uint32_t>(frame, op.d);
  std::uint32_t inside = 0;
  std::uint32_t result[lanes];
  for (unsigned i = 0; i < lanes; ++i) {
    const ShuffleLane lane = shuffle_lane<Mode>(static_cast<int>(i), b[i], c[i]);
    inside |= std::uint32_t{lane.inside} << i;
    result[i] = value[lane.from];
  }
  SIM_LANE_LOOP d[i] = mask & lane_bits32.bit[i] ? result[i] : d[i];
  if (op.site != no_slot) {
    std::uint32_t& p = predicate_at(frame, op.site);
    p = (p & ~mask) | (inside & mask);
  }
}

enum class Vote { all, any, uni, ballot };
template <Vote Mode>
void vote(Warp&, std::byte* frame, const Op& op, std::uint32_t mask) {
  std::uint32_t votes = predicate_at(frame, op.a);
  if (op.negated) votes = ~votes;
  const auto* member = slot<std::uint32_t>(frame, op.b);
  std::uint32_t held = 0;
  for (unsigned i = 0; i < lanes; ++i) {
    if (!(mask >> i & 1)) continue;
    const std::uint32_t who = member[i] & mask, yes = votes & who;
    if constexpr (Mode == Vote::ballot) slot<std::uint32_t>(frame, op.d)[i] = yes;
    const bool holds = Mode == Vote::all ? yes == who : Mode == Vote::any ? yes != 0 : yes == who || yes == 0;
    held |= std::uint32_t{holds} << i;
  }
  if constexpr (Mode != Vote::ballot) {
    std::uint32_t& d = predicate_at(frame, op.d);
    d = (d & ~mask) | held;
  }
}

template <class T, bool All>
void match(Warp&, std::byte* frame, const Op& op, std::uint32_t mask) {
  Stored<T> value[lanes];
  std::memcpy(value, slot<T>(frame, op.a), sizeof value);
  const auto* member = slot<std::uint32_t>(frame, op.b);
  std::uint32_t same[lanes] = {}, all = 0;
  for (unsigned i = 0; i < lanes; ++i) {
    if (!(mask >> i & 1)) continue;
    const std::uint32_t who = member[i] & mask;
    for (unsigned j = 0; j < lanes; ++j)
      if ((who >> j & 1) && value[j] == value[i]) same[i] |= 1u << j;
    if (All && same[i] == who) all |= 1u << i;
    if (All && same[i] != who) same[i] = 0;
  }
  auto* d = slot<std::uint32_t>(frame, op.d);
  for (unsigned i = 0; i < lanes; ++i)
    if (mask >> i & 1) d[i] = same[i];
  if (op.site != no_slot) {
    std::uint32_t& p = predicate_at(frame, op.site);
    p = (p & ~mask) | all;
  }
}

template <class T, auto F>
void reduce(Warp&, std::byte* frame, const Op& op, std::uint32_t mask) {
  T value[lanes];
  const auto* a = slot<T>(frame, op.a);
  for (unsigned i = 0; i < lanes; ++i) value[i] = from_stored<T>(a[i]);
  const auto* member = slot<std::uint32_t>(frame, op.b);
  auto* d = slot<T>(frame, op.d);
  for (unsigned i = 0; i < lanes; ++i) {
    if (!(mask >> i & 1)) continue;
    std::uint32_t who = member[i] & mask;
    if (who == 0) continue;
    T result = value[std::countr_zero(who)];
    for (who &= who - 1; who; who &= who - 1) result = F(result, value[std::countr_zero(who)]);
    d[i] = to_stored<T>(result);
  }
}

}  // namespace

Handler select::warp(const ptx::Instruction& i) {
  const std::string_view name = i.parts[0];
  if (name == "shfl") {
    if (i.has("up")) return shuffle<Op::Role::shuffle_up>;
    if (i.has("down")) return shuffle<Op::Role::shuffle_down>;
    if (i.has("bfly")) return shuffle<Op::Role::shuffle_bfly>;
    if (i.has("idx")) return shuffle<Op::Role::shuffle_idx>;
  }
  if (name == "vote") {
    if (!i.has("sync")) return nullptr;
    if (i.has("ballot")) return vote<Vote::ballot>;
    if (i.has("all")) return vote<Vote::all>;
    if (i.has("any")) return vote<Vote::any>;
    if (i.has("uni")) return vote<Vote::uni>;
  }
  if (name == "match") {
    const bool wide = i.type() == "b64";
    if (i.has("any")) return wide ? match<std::uint64_t, false> : match<std::uint32_t, false>;
    if (i.has("all")) return wide ? match<std::uint64_t, true> : match<std::uint32_t, true>;
  }
  if (name == "redux") {
    auto of = [&]<class T>() -> Handler {
      if (i.has("add")) return reduce<T, ([](T a, T b) { return static_cast<T>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b)); })>;
      if (i.has("min")) return reduce<T, ([](T a, T b) { return a < b ? a : b; })>;
      if (i.has("max")) return reduce<T, ([](T a, T b) { return a > b ? a : b; })>;
      if (i.has("and")) return reduce<T, ([](T a, T b) { return static_cast<T>(a & b); })>;
      if (i.has("or")) return reduce<T, ([](T a, T b) { return static_cast<T>(a | b); })>;
      if (i.has("xor")) return reduce<T, ([](T a, T b) { return static_cast<T>(a ^ b); })>;
      return nullptr;
    };
    return i.type() == "s32" ? of.operator()<std::int32_t>() : of.operator()<std::uint32_t>();
  }
  if (name == "activemask")
    return [](Warp&, std::byte* frame, const Op& op, std::uint32_t mask) {
      auto* d = slot<std::uint32_t>(frame, op.d);
      SIM_LANE_LOOP d[i] = mask & lane_bits32.bit[i] ? mask : d[i];
    };
  return nullptr;
}

Handler select::local_address(bool wide) {
  if (wide)
    return [](Warp& warp, std::byte* frame, const Op& op, std::uint32_t mask) {
      auto* d = slot<std::uint64_t>(frame, op.d);
      for (unsigned i = 0; i < lanes; ++i)
        if (mask >> i & 1) d[i] = warp.local_base + op.site;
    };
  return [](Warp& warp, std::byte* frame, const Op& op, std::uint32_t mask) {
    auto* d = slot<std::uint32_t>(frame, op.d);
    for (unsigned i = 0; i < lanes; ++i)
      if (mask >> i & 1) d[i] = warp.local_base + op.site;
  };
}

// Clocks count warp instructions of the launch: they grow, and mean nothing else.
Handler select::clock(bool wide) {
  if (wide)
    return [](Warp& warp, std::byte* frame, const Op& op, std::uint32_t mask) {
      auto* d = slot<std::uint64_t>(frame, op.d);
      const std::uint64_t now = ++warp.launch->instructions;
      for (unsigned i = 0; i < lanes; ++i)
        if (mask >> i & 1) d[i] = now;
    };
  return [](Warp& warp, std::byte* frame, const Op& op, std::uint32_t mask) {
    auto* d = slot<std::uint32_t>(frame, op.d);
    const auto now = static_cast<std::uint32_t>(++warp.launch->instructions);
    for (unsigned i = 0; i < lanes; ++i)
      if (mask >> i & 1) d[i] = now;
  };
}

Handler select::fence(bool device_wide) {
  if (device_wide)
    return [](Warp& warp, std::byte*, const Op&, std::uint32_t) {
      if (warp.launch->finder) warp.launch->finder->fence(warp, true);
    };
  return [](Warp& warp, std::byte*, const Op&, std::uint32_t) {
    if (warp.launch->finder) warp.launch->finder->fence(warp, false);
  };
}

Handler select::call_native() {
  return [](Warp& warp, std::byte*, const Op& op, std::uint32_t mask) {
    const NativeCall& call = warp.function->natives[op.site];
    call.run(warp, call, mask);
  };
}

}  // namespace sim
