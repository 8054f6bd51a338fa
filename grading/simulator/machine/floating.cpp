// Floating-point arithmetic, PTX ISA chapters "Floating Point Instructions" and "Half Precision ...".
// .ftz is not applied: subnormal results are kept. The .approx functions are computed to full precision.
#include <cmath>
#include <limits>

#include "grading/simulator/machine/half.h"
#include "grading/simulator/machine/lanewise.h"
#include "grading/simulator/machine/nan.h"
#include "grading/simulator/machine/rounding.h"
#include "grading/simulator/machine/select.h"

namespace sim {
namespace {

// min and max return the operand that is a number (of two NaNs the first, quiet), and order -0 below +0.
template <class T>
T minimum(T a, T b) {
  if (a != a) return b != b ? quiet(a) : b;
  if (b != b) return a;
  if (a == b) return std::signbit(a) ? a : b;
  return a < b ? a : b;
}
template <class T>
T maximum(T a, T b) {
  if (a != a) return b != b ? quiet(a) : b;
  if (b != b) return a;
  if (a == b) return std::signbit(a) ? b : a;
  return a > b ? a : b;
}
template <class T>
T saturate(T v) {
  return v > T{0} ? (v < T{1} ? v : T{1}) : T{0};  // NaN becomes 0
}

template <class T, bool Sat, auto F>
Handler two() {
  if constexpr (Sat) return binary<T, T, T, ([](T a, T b) { return saturate<T>(F(a, b)); })>;
  return binary<T, T, T, F>;
}
template <class T, auto F>
Handler two(bool sat) { return sat ? two<T, true, F>() : two<T, false, F>(); }

// volatile keeps the compiler from moving the operation out of the region where the rounding mode holds.
template <class T, auto F, int Mode>
void rounded(Warp&, std::byte* frame, const Op& op, std::uint32_t mask) {
  const RoundingMode mode(Mode);
  auto* d = slot<T>(frame, op.d);
  for (unsigned i = 0; i < lanes; ++i) {
    if (!(mask >> i & 1)) continue;
    auto operand = [&](SlotOffset at) { return at == no_slot ? T{} : from_stored<T>(slot<T>(frame, at)[i]); };
    volatile T a = operand(op.a), b = operand(op.b), c = operand(op.c);
    volatile T result = F(a, b, c);
    d[i] = to_stored<T>(with_one_nan<T>(result));
  }
}
template <class T, auto F>
Handler with_rounding(int mode) {
  switch (mode) {
    case FE_TOWARDZERO: return rounded<T, F, FE_TOWARDZERO>;
    case FE_DOWNWARD: return rounded<T, F, FE_DOWNWARD>;
    default: return rounded<T, F, FE_UPWARD>;
  }
}

template <class T>
Handler directed(std::string_view name, int mode) {
  if (name == "add") return with_rounding<T, ([](T a, T b, T) { return a + b; })>(mode);
  if (name == "sub") return with_rounding<T, ([](T a, T b, T) { return a - b; })>(mode);
  if (name == "mul") return with_rounding<T, ([](T a, T b, T) { return a * b; })>(mode);
  if (name == "div") return with_rounding<T, ([](T a, T b, T) { return a / b; })>(mode);
  if (name == "fma" || name == "mad") return with_rounding<T, ([](T a, T b, T c) { return std::fma(a, b, c); })>(mode);
  if (name == "sqrt") return with_rounding<T, ([](T a, T, T) { return std::sqrt(a); })>(mode);
  if (name == "rcp") return with_rounding<T, ([](T a, T, T) { return T{1} / a; })>(mode);
  return nullptr;
}

template <class T>
Handler plain(const ptx::Instruction& i) {
  const std::string_view name = i.parts[0];
  const bool sat = i.has("sat");
  if (const int mode = rounding_of(i); mode != FE_TONEAREST)
    if (Handler h = directed<T>(name, mode)) return h;
  if (name == "add") return two<T, ([](T a, T b) { return with_one_nan(a + b); })>(sat);
  if (name == "sub") return two<T, ([](T a, T b) { return with_one_nan(a - b); })>(sat);
  if (name == "mul") return two<T, ([](T a, T b) { return with_one_nan(a * b); })>(sat);
  if (name == "div") return binary<T, T, T, ([](T a, T b) { return with_one_nan(a / b); })>;
  if (name == "fma" || name == "mad") {
    if (sat) return ternary<T, T, T, T, ([](T a, T b, T c) { return saturate<T>(__builtin_fma(a, b, c)); })>;
    if constexpr (sizeof(T) == 4) return ternary<T, T, T, T, ([](T a, T b, T c) { return with_one_nan(__builtin_fmaf(a, b, c)); })>;
    return ternary<T, T, T, T, ([](T a, T b, T c) { return static_cast<T>(__builtin_fma(a, b, c)); })>;
  }
  // PTX leaves open which NaN these two give. IEEE 754 has them change the sign and nothing else.
  if (name == "neg") return unary<T, T, ([](T a) { return -a; })>;
  if (name == "abs") return unary<T, T, ([](T a) { return std::fabs(a); })>;
  if (name == "min") return binary<T, T, T, ([](T a, T b) { return with_one_nan(minimum(a, b)); })>;
  if (name == "max") return binary<T, T, T, ([](T a, T b) { return with_one_nan(maximum(a, b)); })>;
  if (name == "sqrt") return unary<T, T, ([](T a) { return with_one_nan(std::sqrt(a)); })>;
  if (name == "rsqrt") return unary<T, T, ([](T a) { return with_one_nan(sizeof(T) == 4 ? static_cast<T>(1.0 / std::sqrt(static_cast<double>(a))) : static_cast<T>(1.0L / std::sqrt(static_cast<long double>(a)))); })>;
  if (name == "rcp") return unary<T, T, ([](T a) { return with_one_nan(T{1} / a); })>;
  if (name == "copysign") return binary<T, T, T, ([](T a, T b) { return std::copysign(b, a); })>;
  return nullptr;
}

Handler approximate(std::string_view name) {
  if (name == "sin") return unary_scalar<float, float, ([](float a) { return with_one_nan(std::sin(a)); })>;
  if (name == "cos") return unary_scalar<float, float, ([](float a) { return with_one_nan(std::cos(a)); })>;
  if (name == "ex2") return unary_scalar<float, float, ([](float a) { return with_one_nan(std::exp2(a)); })>;
  if (name == "lg2") return unary_scalar<float, float, ([](float a) { return with_one_nan(std::log2(a)); })>;
  if (name == "tanh") return unary_scalar<float, float, ([](float a) { return with_one_nan(std::tanh(a)); })>;
  return nullptr;
}

// Halves: `To` and `From` convert to float and back; packed types hold two.
struct Half {
  static float wide(std::uint16_t v) { return half_to_float(v); }
  static std::uint16_t narrow(double v) { return double_to_half(v); }
};
struct BFloat {
  static float wide(std::uint16_t v) { return bfloat_to_float(v); }
  static std::uint16_t narrow(double v) { return float_to_bfloat(static_cast<float>(v)); }
};

template <class H, bool Packed, auto F>
void halves(Warp&, std::byte* frame, const Op& op, std::uint32_t mask) {
  auto* d = slot<std::uint32_t>(frame, op.d);
  for (unsigned i = 0; i < lanes; ++i) {
    if (!(mask >> i & 1)) continue;
    auto operand = [&](SlotOffset at) { return at == no_slot ? 0u : slot<std::uint32_t>(frame, at)[i]; };
    const std::uint32_t a = operand(op.a), b = operand(op.b), c = operand(op.c);
    auto one = [&](unsigned shift) {
      auto take = [&](std::uint32_t v) { return static_cast<double>(H::wide(static_cast<std::uint16_t>(v >> shift))); };
      return std::uint32_t{H::narrow(F(take(a), take(b), take(c)))} << shift;
    };
    d[i] = Packed ? (one(0) | one(16)) : one(0);
  }
}
template <class H, bool Packed>
Handler half_form(const ptx::Instruction& i) {
  const std::string_view name = i.parts[0];
  if (name == "add") return halves<H, Packed, ([](double a, double b, double) { return a + b; })>;
  if (name == "sub") return halves<H, Packed, ([](double a, double b, double) { return a - b; })>;
  if (name == "mul") return halves<H, Packed, ([](double a, double b, double) { return a * b; })>;
  if (name == "fma") return halves<H, Packed, ([](double a, double b, double c) { return std::fma(a, b, c); })>;
  if (name == "min") return halves<H, Packed, ([](double a, double b, double) { return minimum(a, b); })>;
  if (name == "max") return halves<H, Packed, ([](double a, double b, double) { return maximum(a, b); })>;
  if (name == "ex2") return halves<H, Packed, ([](double a, double, double) { return std::exp2(a); })>;
  if (name == "tanh") return halves<H, Packed, ([](double a, double, double) { return std::tanh(a); })>;
  constexpr std::uint32_t sign = Packed ? 0x8000'8000 : 0x8000;
  if (name == "neg") return unary<std::uint32_t, std::uint32_t, ([](std::uint32_t a) { return a ^ sign; })>;
  if (name == "abs") return unary<std::uint32_t, std::uint32_t, ([](std::uint32_t a) { return a & ~sign; })>;
  return nullptr;
}

}  // namespace

Handler select::floating(const ptx::Instruction& i) {
  const std::string_view type = i.type();
  if (type == "f32") {
    if (Handler h = plain<float>(i)) return h;
    return approximate(i.parts[0]);
  }
  if (type == "f64") return plain<double>(i);
  if (type == "f16") return half_form<Half, false>(i);
  if (type == "f16x2") return half_form<Half, true>(i);
  if (type == "bf16") return half_form<BFloat, false>(i);
  if (type == "bf16x2") return half_form<BFloat, true>(i);
  return nullptr;
}

}  // namespace sim
