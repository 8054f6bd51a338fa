#pragma once
// Handlers that apply a function to every lane. F takes and returns plain values; lanes that are off keep theirs.
#include "grading/simulator/machine/state.h"

namespace sim {

template <class D>
inline void put(Stored<D>* d, unsigned i, std::uint32_t mask, D value) {
  d[i] = lane_on<D>(mask, i) ? to_stored<D>(value) : d[i];
}

template <class D, class A, auto F>
void unary(Warp&, std::byte* frame, const Op& op, std::uint32_t mask) {
  auto* d = slot<D>(frame, op.d);
  const auto* a = slot<A>(frame, op.a);
  if (mask == all_lanes) {
    SIM_LANE_LOOP d[i] = to_stored<D>(static_cast<D>(F(from_stored<A>(a[i]))));
  } else {
    SIM_LANE_LOOP put<D>(d, i, mask, static_cast<D>(F(from_stored<A>(a[i]))));
  }
}

template <class D, class A, class B, auto F>
void binary(Warp&, std::byte* frame, const Op& op, std::uint32_t mask) {
  auto* d = slot<D>(frame, op.d);
  const auto* a = slot<A>(frame, op.a);
  const auto* b = slot<B>(frame, op.b);
  if (mask == all_lanes) {
    SIM_LANE_LOOP d[i] = to_stored<D>(static_cast<D>(F(from_stored<A>(a[i]), from_stored<B>(b[i]))));
  } else {
    SIM_LANE_LOOP put<D>(d, i, mask, static_cast<D>(F(from_stored<A>(a[i]), from_stored<B>(b[i]))));
  }
}

template <class D, class A, class B, class C, auto F>
void ternary(Warp&, std::byte* frame, const Op& op, std::uint32_t mask) {
  auto* d = slot<D>(frame, op.d);
  const auto* a = slot<A>(frame, op.a);
  const auto* b = slot<B>(frame, op.b);
  const auto* c = slot<C>(frame, op.c);
  if (mask == all_lanes) {
    SIM_LANE_LOOP d[i] = to_stored<D>(static_cast<D>(F(from_stored<A>(a[i]), from_stored<B>(b[i]), from_stored<C>(c[i]))));
  } else {
    SIM_LANE_LOOP put<D>(d, i, mask, static_cast<D>(F(from_stored<A>(a[i]), from_stored<B>(b[i]), from_stored<C>(c[i]))));
  }
}

// Functions that must not run for lanes that are off (library calls): lane by lane.
template <class D, class A, auto F>
void unary_scalar(Warp&, std::byte* frame, const Op& op, std::uint32_t mask) {
  auto* d = slot<D>(frame, op.d);
  const auto* a = slot<A>(frame, op.a);
  for (unsigned i = 0; i < lanes; ++i)
    if (mask >> i & 1) d[i] = to_stored<D>(static_cast<D>(F(from_stored<A>(a[i]))));
}

// Calls f.template operator()<T>() with the C++ type of a PTX type; nullptr for types it is not asked for.
template <class F>
Handler with_integer(std::string_view type, F f) {
  if (type == "s32") return f.template operator()<std::int32_t>();
  if (type == "u32" || type == "b32") return f.template operator()<std::uint32_t>();
  if (type == "s64") return f.template operator()<std::int64_t>();
  if (type == "u64" || type == "b64") return f.template operator()<std::uint64_t>();
  if (type == "s16") return f.template operator()<std::int16_t>();
  if (type == "u16" || type == "b16") return f.template operator()<std::uint16_t>();
  return nullptr;
}

inline bool is_integer_type(std::string_view type) {
  return type[0] == 's' || type[0] == 'u' || (type[0] == 'b' && type != "bf16" && type != "bf16x2");
}

}  // namespace sim
