// setp, set, selp, slct and logic on predicates. A predicate is one word: a bit per lane.
#include <cmath>

#include "grading/simulator/machine/half.h"
#include "grading/simulator/machine/lanewise.h"
#include "grading/simulator/machine/select.h"

namespace sim {
namespace {

std::uint32_t& predicate_at(std::byte* frame, SlotOffset at) { return *reinterpret_cast<std::uint32_t*>(frame + at); }

void assign(std::uint32_t& d, std::uint32_t value, std::uint32_t mask) { d = (d & ~mask) | (value & mask); }

std::uint32_t combined(const Op& op, std::byte* frame, std::uint32_t value) {
  if (op.combine == Op::Combine::none) return value;
  std::uint32_t c = predicate_at(frame, op.c);
  if (op.negated) c = ~c;
  switch (op.combine) {
    case Op::Combine::conjunction: return value & c;
    case Op::Combine::disjunction: return value | c;
    default: return value ^ c;
  }
}

template <class T, auto F>
std::uint32_t compare_lanes(std::byte* frame, const Op& op) {
  const auto *a = slot<T>(frame, op.a), *b = slot<T>(frame, op.b);
  std::uint32_t bits = 0;
  SIM_LANE_LOOP bits |= F(from_stored<T>(a[i]), from_stored<T>(b[i])) ? lane_bits32.bit[i] : 0;
  return bits;
}

template <class T, auto F>
void setp(Warp&, std::byte* frame, const Op& op, std::uint32_t mask) {
  const std::uint32_t bits = compare_lanes<T, F>(frame, op);
  const std::uint32_t q = op.site != no_slot ? combined(op, frame, ~bits) : 0;
  assign(predicate_at(frame, op.d), combined(op, frame, bits), mask);
  if (op.site != no_slot) assign(predicate_at(frame, op.site), q, mask);
}

template <bool AsFloat, class T, auto F>
void set(Warp&, std::byte* frame, const Op& op, std::uint32_t mask) {
  const std::uint32_t bits = combined(op, frame, compare_lanes<T, F>(frame, op));
  auto* d = slot<std::uint32_t>(frame, op.d);
  constexpr std::uint32_t on = AsFloat ? 0x3F80'0000 : 0xFFFF'FFFF;
  SIM_LANE_LOOP d[i] = mask & lane_bits32.bit[i] ? (bits & lane_bits32.bit[i] ? on : 0) : d[i];
}

template <class T, auto F>
Handler place(int form) {
  if (form == 0) return setp<T, F>;
  return form == 1 ? set<false, T, F> : set<true, T, F>;
}

template <class T>
Handler comparison(std::string_view cmp, int form) {
  if (cmp == "eq") return place<T, ([](T a, T b) { return a == b; })>(form);
  if (cmp == "ne") return place<T, ([](T a, T b) { return a < b || a > b; })>(form);  // false with a NaN
  if (cmp == "lt" || cmp == "lo") return place<T, ([](T a, T b) { return a < b; })>(form);
  if (cmp == "le" || cmp == "ls") return place<T, ([](T a, T b) { return a <= b; })>(form);
  if (cmp == "gt" || cmp == "hi") return place<T, ([](T a, T b) { return a > b; })>(form);
  if (cmp == "ge" || cmp == "hs") return place<T, ([](T a, T b) { return a >= b; })>(form);
  if constexpr (std::is_floating_point_v<T>) {
    if (cmp == "equ") return place<T, ([](T a, T b) { return !(a < b) && !(a > b); })>(form);
    if (cmp == "neu") return place<T, ([](T a, T b) { return !(a == b); })>(form);
    if (cmp == "ltu") return place<T, ([](T a, T b) { return !(a >= b); })>(form);
    if (cmp == "leu") return place<T, ([](T a, T b) { return !(a > b); })>(form);
    if (cmp == "gtu") return place<T, ([](T a, T b) { return !(a <= b); })>(form);
    if (cmp == "geu") return place<T, ([](T a, T b) { return !(a < b); })>(form);
    if (cmp == "num") return place<T, ([](T a, T b) { return a == a && b == b; })>(form);
    if (cmp == "nan") return place<T, ([](T a, T b) { return a != a || b != b; })>(form);
  }
  return nullptr;
}

// Halves compare as the floats they stand for.
template <auto F>
void setp_half(Warp&, std::byte* frame, const Op& op, std::uint32_t mask) {
  const auto *a = slot<std::uint16_t>(frame, op.a), *b = slot<std::uint16_t>(frame, op.b);
  std::uint32_t bits = 0;
  for (unsigned i = 0; i < lanes; ++i)
    bits |= std::uint32_t{F(half_to_float(static_cast<std::uint16_t>(a[i])), half_to_float(static_cast<std::uint16_t>(b[i])))} << i;
  assign(predicate_at(frame, op.d), combined(op, frame, bits), mask);
}
Handler comparison_half(std::string_view cmp) {
  if (cmp == "eq") return setp_half<([](float a, float b) { return a == b; })>;
  if (cmp == "ne") return setp_half<([](float a, float b) { return a < b || a > b; })>;
  if (cmp == "neu") return setp_half<([](float a, float b) { return !(a == b); })>;
  if (cmp == "lt") return setp_half<([](float a, float b) { return a < b; })>;
  if (cmp == "le") return setp_half<([](float a, float b) { return a <= b; })>;
  if (cmp == "gt") return setp_half<([](float a, float b) { return a > b; })>;
  if (cmp == "ge") return setp_half<([](float a, float b) { return a >= b; })>;
  if (cmp == "equ") return setp_half<([](float a, float b) { return !(a < b) && !(a > b); })>;
  if (cmp == "ltu") return setp_half<([](float a, float b) { return !(a >= b); })>;
  if (cmp == "leu") return setp_half<([](float a, float b) { return !(a > b); })>;
  if (cmp == "gtu") return setp_half<([](float a, float b) { return !(a <= b); })>;
  if (cmp == "geu") return setp_half<([](float a, float b) { return !(a < b); })>;
  if (cmp == "num") return setp_half<([](float a, float b) { return a == a && b == b; })>;
  if (cmp == "nan") return setp_half<([](float a, float b) { return a != a || b != b; })>;
  return nullptr;
}

template <class T>
void selp(Warp&, std::byte* frame, const Op& op, std::uint32_t mask) {
  auto* d = slot<T>(frame, op.d);
  const auto *a = slot<T>(frame, op.a), *b = slot<T>(frame, op.b);
  const std::uint32_t p = predicate_at(frame, op.c);
  if (mask == all_lanes) {
    SIM_LANE_LOOP d[i] = lane_on<T>(p, i) ? a[i] : b[i];
  } else {
    SIM_LANE_LOOP d[i] = lane_on<T>(mask, i) ? (lane_on<T>(p, i) ? a[i] : b[i]) : d[i];
  }
}

template <class T, class C>
Handler slct() {
  return ternary<T, T, T, C, ([](T a, T b, C c) { return c >= 0 ? a : b; })>;
}

template <auto F>
void logic(Warp&, std::byte* frame, const Op& op, std::uint32_t mask) {
  const std::uint32_t b = op.b == no_slot ? 0 : predicate_at(frame, op.b);
  assign(predicate_at(frame, op.d), F(predicate_at(frame, op.a), b), mask);
}

template <class T>
Handler testp(std::string_view what) {
  auto set_lanes = []<auto F>() -> Handler {
    return [](Warp&, std::byte* frame, const Op& op, std::uint32_t mask) {
      const auto* a = slot<T>(frame, op.a);
      std::uint32_t bits = 0;
      for (unsigned i = 0; i < lanes; ++i) bits |= std::uint32_t{F(from_stored<T>(a[i]))} << i;
      assign(predicate_at(frame, op.d), bits, mask);
    };
  };
  if (what == "finite") return set_lanes.template operator()<([](T v) { return bool(std::isfinite(v)); })>();
  if (what == "infinite") return set_lanes.template operator()<([](T v) { return bool(std::isinf(v)); })>();
  if (what == "number") return set_lanes.template operator()<([](T v) { return !std::isnan(v); })>();
  if (what == "notanumber") return set_lanes.template operator()<([](T v) { return bool(std::isnan(v)); })>();
  if (what == "normal") return set_lanes.template operator()<([](T v) { return bool(std::isnormal(v)); })>();
  if (what == "subnormal") return set_lanes.template operator()<([](T v) { return std::fpclassify(v) == FP_SUBNORMAL; })>();
  return nullptr;
}

}  // namespace

Handler select::compare(const ptx::Instruction& i) {
  const std::string_view name = i.parts[0], type = i.type();
  if (name == "setp" || name == "set") {
    const std::string_view cmp = i.parts[1];
    int form = 0;
    if (name == "set") form = i.parts[i.parts.size() - 2] == "f32" ? 2 : 1;
    if (type == "f32") return comparison<float>(cmp, form);
    if (type == "f64") return comparison<double>(cmp, form);
    if (type == "f16" && form == 0) return comparison_half(cmp);
    return with_integer(type, [&]<class T>() -> Handler { return comparison<T>(cmp, form); });
  }
  if (name == "selp") return type.ends_with("64") ? selp<std::uint64_t> : selp<std::uint32_t>;
  if (name == "slct") {
    const bool wide = i.parts[i.parts.size() - 2].ends_with("64");
    if (type == "f32") return wide ? slct<std::uint64_t, float>() : slct<std::uint32_t, float>();
    return wide ? slct<std::uint64_t, std::int32_t>() : slct<std::uint32_t, std::int32_t>();
  }
  if (name == "testp") return type == "f64" ? testp<double>(i.parts[1]) : testp<float>(i.parts[1]);
  return nullptr;
}

Handler select::predicate(const ptx::Instruction& i) {
  if (i.type() != "pred") return nullptr;
  const std::string_view name = i.parts[0];
  using P = std::uint32_t;
  if (name == "and") return logic<([](P a, P b) { return a & b; })>;
  if (name == "or") return logic<([](P a, P b) { return a | b; })>;
  if (name == "xor") return logic<([](P a, P b) { return a ^ b; })>;
  if (name == "not") return logic<([](P a, P) { return ~a; })>;
  if (name == "mov") {
    if (i.operands.size() == 2 && i.operands[1].kind == ptx::Operand::Kind::integer) {
      if (i.operands[1].integer != 0) return [](Warp&, std::byte* frame, const Op& op, std::uint32_t mask) { assign(predicate_at(frame, op.d), all_lanes, mask); };
      return [](Warp&, std::byte* frame, const Op& op, std::uint32_t mask) { assign(predicate_at(frame, op.d), 0, mask); };
    }
    return logic<([](P a, P) { return a; })>;
  }
  return nullptr;
}

Handler select::isspacep(std::string_view space) {
  auto test = []<auto F>() -> Handler {
    return [](Warp& warp, std::byte* frame, const Op& op, std::uint32_t mask) {
      const auto* a = slot<std::uint64_t>(frame, op.a);
      std::uint32_t bits = 0;
      for (unsigned i = 0; i < lanes; ++i) bits |= std::uint32_t{F(warp, a[i])} << i;
      assign(predicate_at(frame, op.d), bits, mask);
    };
  };
  if (space == "shared" || space == "shared::cta") return test.operator()<([](Warp&, std::uint64_t a) { return (a & window_mask) == shared_window; })>();
  if (space == "local") return test.operator()<([](Warp&, std::uint64_t a) { return (a & window_mask) == local_window; })>();
  if (space == "param") return test.operator()<([](Warp&, std::uint64_t a) { return (a & window_mask) == parameter_window; })>();
  if (space == "global") return test.operator()<([](Warp&, std::uint64_t a) { return (a & window_mask) == 0; })>();
  if (space == "const")
    return test.operator()<([](Warp& warp, std::uint64_t a) {
      const Allocation* found = warp.launch->memory->find(a);
      const Variable* v = found && found->kind == Allocation::Kind::symbol ? warp.launch->program->variable(found->name) : nullptr;
      return v && v->constant;
    })>();
  return nullptr;
}

}  // namespace sim
