// cvt, PTX ISA "Data Movement and Conversion Instructions: cvt".
#include <cmath>
#include <limits>
#include <utility>

#include "grading/simulator/machine/half.h"
#include "grading/simulator/machine/lanewise.h"
#include "grading/simulator/machine/nan.h"
#include "grading/simulator/machine/rounding.h"
#include "grading/simulator/machine/select.h"

namespace sim {
namespace {


template <class F>
Handler with_type(std::string_view type, F f) {
  if (type == "s8") return f.template operator()<std::int8_t>();
  if (type == "u8" || type == "b8") return f.template operator()<std::uint8_t>();
  return with_integer(type, f);
}

template <class D, class S>
D clamp_to(S v) {
  using L = std::numeric_limits<D>;
  if (std::cmp_less(v, L::min())) return L::min();
  if (std::cmp_greater(v, L::max())) return L::max();
  return static_cast<D>(v);
}

// Float to integer clamps to the range of the result. NaN gives 0 from f16 and f32 to at most 32 bits, else the most
// negative number or its bits: 2^31 or 2^63 (PTX ISA, cvt).
template <class D, class S>
D to_integer(S v) {
  using L = std::numeric_limits<D>;
  if (v != v) {
    if (sizeof(D) < 4 || (sizeof(D) == 4 && sizeof(S) == 4)) return D{0};
    return static_cast<D>(std::uint64_t{1} << (sizeof(D) * 8 - 1));
  }
  const S upper = std::ldexp(S{1}, L::digits);  // first value too large
  if (v >= upper) return L::max();
  if (v <= static_cast<S>(L::min())) return L::min();
  return static_cast<D>(v);
}

enum class Integral { nearest, zero, down, up };
Integral integral_of(const ptx::Instruction& i) {
  if (i.has("rni")) return Integral::nearest;
  if (i.has("rmi")) return Integral::down;
  if (i.has("rpi")) return Integral::up;
  return Integral::zero;
}
template <Integral Mode, class S>
S to_integral(S v) {
  if constexpr (Mode == Integral::nearest) return std::nearbyint(v);
  if constexpr (Mode == Integral::down) return std::floor(v);
  if constexpr (Mode == Integral::up) return std::ceil(v);
  return std::trunc(v);
}

template <class S, class F>
Handler by_integral(Integral mode, F f) {
  switch (mode) {
    case Integral::nearest: return f.template operator()<Integral::nearest>();
    case Integral::down: return f.template operator()<Integral::down>();
    case Integral::up: return f.template operator()<Integral::up>();
    default: return f.template operator()<Integral::zero>();
  }
}

template <class S>
Handler float_to_integer(const ptx::Instruction& i) {
  return with_type(i.parts[i.parts.size() - 2], [&]<class D>() -> Handler {
    return by_integral<S>(integral_of(i), []<Integral M>() -> Handler {
      return unary<D, S, ([](S v) { return to_integer<D, S>(to_integral<M, S>(v)); })>;
    });
  });
}

template <class D, class S, int Mode>
void convert_rounded(Warp&, std::byte* frame, const Op& op, std::uint32_t mask) {
  const RoundingMode mode(Mode);
  auto* d = slot<D>(frame, op.d);
  const auto* a = slot<S>(frame, op.a);
  for (unsigned i = 0; i < lanes; ++i) {
    if (!(mask >> i & 1)) continue;
    volatile S source = from_stored<S>(a[i]);
    volatile D result = static_cast<D>(source);
    d[i] = to_stored<D>(result);
  }
}
template <class D, class S>
Handler rounded_to(int mode) {
  switch (mode) {
    case FE_TOWARDZERO: return convert_rounded<D, S, FE_TOWARDZERO>;
    case FE_DOWNWARD: return convert_rounded<D, S, FE_DOWNWARD>;
    case FE_UPWARD: return convert_rounded<D, S, FE_UPWARD>;
    default: return unary<D, S, ([](S v) { return static_cast<D>(v); })>;
  }
}

template <class T>
Handler round_in_place(const ptx::Instruction& i) {
  if (!(i.has("rni") || i.has("rzi") || i.has("rmi") || i.has("rpi"))) {
    if (i.has("sat")) return unary<T, T, ([](T v) { return v > T{0} ? (v < T{1} ? v : T{1}) : T{0}; })>;
    return unary<T, T, ([](T v) { return v; })>;
  }
  return by_integral<T>(integral_of(i), []<Integral M>() -> Handler { return unary<T, T, ([](T v) { return with_one_nan(to_integral<M, T>(v)); })>; });
}

bool is_half(std::string_view type) { return type == "f16" || type == "bf16"; }

Handler convert_half(const ptx::Instruction& i, std::string_view to, std::string_view from) {
  const bool to_half = is_half(to);
  if (to == "bf16" || from == "bf16") {
    if (to == "bf16" && from == "f32") return unary<std::uint16_t, float, float_to_bfloat>;
    if (to == "f32" && from == "bf16") return unary<float, std::uint16_t, bfloat_to_float>;
    return nullptr;
  }
  if (to_half && from == "f32") return unary<std::uint16_t, float, float_to_half>;
  if (to_half && from == "f64") return unary<std::uint16_t, double, double_to_half>;
  if (to_half && from == "f16")
    return by_integral<float>(integral_of(i), []<Integral M>() -> Handler {
      return unary<std::uint16_t, std::uint16_t, ([](std::uint16_t h) { return float_to_half(to_integral<M, float>(half_to_float(h))); })>;
    });
  if (to == "f32") return unary<float, std::uint16_t, ([](std::uint16_t h) { return with_one_nan(half_to_float(h)); })>;
  if (to == "f64") return unary<double, std::uint16_t, ([](std::uint16_t h) { return static_cast<double>(half_to_float(h)); })>;
  if (to_half) return with_type(from, []<class S>() -> Handler { return unary<std::uint16_t, S, ([](S v) { return double_to_half(static_cast<double>(v)); })>; });
  return with_type(to, [&]<class D>() -> Handler {
    return by_integral<float>(integral_of(i), []<Integral M>() -> Handler {
      return unary<D, std::uint16_t, ([](std::uint16_t h) { return to_integer<D, float>(to_integral<M, float>(half_to_float(h))); })>;
    });
  });
}

}  // namespace

Handler select::convert(const ptx::Instruction& i) {
  if (i.parts[0] != "cvt" || i.parts.size() < 3) return nullptr;
  const std::string_view from = i.type(), to = i.parts[i.parts.size() - 2];
  if (to == "f16x2" && from == "f32")  // d = {a (high), b (low)}
    return binary<std::uint32_t, float, float, ([](float a, float b) { return std::uint32_t{float_to_half(a)} << 16 | float_to_half(b); })>;
  if (is_half(to) || is_half(from)) return convert_half(i, to, from);
  if (from == "f32" && to == "f32") return round_in_place<float>(i);
  if (from == "f64" && to == "f64") return round_in_place<double>(i);
  if (from == "f32" && to == "f64") return unary<double, float, ([](float v) { return static_cast<double>(v); })>;
  if (from == "f64" && to == "f32") return rounded_to<float, double>(rounding_of(i));
  if (from == "f32") return float_to_integer<float>(i);
  if (from == "f64") return float_to_integer<double>(i);
  return with_type(from, [&]<class S>() -> Handler {
    if (to == "f32") return rounded_to<float, S>(rounding_of(i));
    if (to == "f64") return rounded_to<double, S>(rounding_of(i));
    return with_type(to, [&]<class D>() -> Handler {
      if (i.has("sat")) return unary<D, S, clamp_to<D, S>>;
      // The register may be wider than the type; a signed result is extended over 32 bits of it.
      if constexpr (sizeof(D) < 4 && std::is_signed_v<D>) return unary<std::int32_t, S, ([](S v) { return static_cast<std::int32_t>(static_cast<D>(v)); })>;
      return unary<D, S, ([](S v) { return static_cast<D>(v); })>;
    });
  });
}

}  // namespace sim
