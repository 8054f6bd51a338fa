// Functions outside the module that the machine serves: CUDA's math library under libdevice's names ("__nv_expf"),
// vprintf, assertions, and the device heap. Arguments and results lie in the local memory of the calling frame.
#include <cmath>
#include <cstdio>
#include <map>

#include "grading/simulator/machine/access.h"
#include "grading/simulator/machine/select.h"

namespace sim {
namespace {

std::byte* local_of(Warp& warp, unsigned lane, std::uint32_t offset) {
  return warp.local + std::size_t{lane} * warp.local_stride + warp.local_base + offset;
}
template <class T>
T argument(Warp& warp, const NativeCall& call, std::size_t k, unsigned lane) {
  T value{};
  if (k < call.arguments.size()) std::memcpy(&value, local_of(warp, lane, call.arguments[k]), sizeof value);
  return value;
}
template <class T>
void give(Warp& warp, const NativeCall& call, unsigned lane, T value) {
  if (!call.results.empty()) std::memcpy(local_of(warp, lane, call.results[0]), &value, sizeof value);
}

// A generic address as host memory, or nullptr when the bytes are not all there.
std::byte* resolve(Warp& warp, std::uint64_t address, unsigned bytes, unsigned lane) {
  const std::uint64_t window = address & window_mask, offset = address & ~window_mask;
  if (window == local_window)
    return offset + bytes <= warp.local_stride ? warp.local + std::size_t{lane} * warp.local_stride + offset : nullptr;
  if (window == shared_window) return checked_host(warp, AccessSpace::shared, offset, bytes);
  if (window == parameter_window) return checked_host(warp, AccessSpace::parameter, offset, bytes);
  return checked_host(warp, AccessSpace::global, address, bytes);
}

template <class D, class A, auto F>
void one(Warp& warp, const NativeCall& call, std::uint32_t mask) {
  for (unsigned i = 0; i < lanes; ++i)
    if (mask >> i & 1) give<D>(warp, call, i, static_cast<D>(F(argument<A>(warp, call, 0, i))));
}
template <class D, class A, class B, auto F>
void two(Warp& warp, const NativeCall& call, std::uint32_t mask) {
  for (unsigned i = 0; i < lanes; ++i)
    if (mask >> i & 1) give<D>(warp, call, i, static_cast<D>(F(argument<A>(warp, call, 0, i), argument<B>(warp, call, 1, i))));
}
template <class D, class A, class B, class C, auto F>
void three(Warp& warp, const NativeCall& call, std::uint32_t mask) {
  for (unsigned i = 0; i < lanes; ++i)
    if (mask >> i & 1)
      give<D>(warp, call, i, static_cast<D>(F(argument<A>(warp, call, 0, i), argument<B>(warp, call, 1, i), argument<C>(warp, call, 2, i))));
}

template <class T>
bool store_through(Warp& warp, const NativeCall& call, std::size_t k, unsigned lane, T value) {
  const auto address = argument<std::uint64_t>(warp, call, k, lane);
  std::byte* p = resolve(warp, address, sizeof value, lane);
  if (p) {
    std::memcpy(p, &value, sizeof value);
    const std::uint64_t window = address & window_mask;
    if (warp.launch->finder && (window == 0 || window == shared_window))
      warp.launch->finder->stores(warp, call.line, window == 0 ? AccessSpace::global : AccessSpace::shared, address & ~window_mask, lane, sizeof value);
    return true;
  }
  raise_fault(warp, call.line, lane, status::illegal_address, "out-of-bounds",
              call.name + " writes its result through a pointer that is not valid", address);
  return false;
}

template <class T, auto F, auto G>
void two_results(Warp& warp, const NativeCall& call, std::uint32_t mask) {
  for (unsigned i = 0; i < lanes; ++i) {
    if (!(mask >> i & 1)) continue;
    const T a = argument<T>(warp, call, 0, i);
    if (!store_through<T>(warp, call, 1, i, F(a)) || !store_through<T>(warp, call, 2, i, G(a))) return;
  }
}

// Calls f for every math function of one floating type; suffix: "f" or "".
using Table = std::map<std::string_view, NativeFunction>;

template <class T>
void add_math(Table& t) {
  constexpr bool single = sizeof(T) == 4;
  auto add = [&](std::string_view float_name, std::string_view double_name, NativeFunction f) { t[single ? float_name : double_name] = f; };
#define SIM_MATH_1(name, expression) add("__nv_" #name "f", "__nv_" #name, one<T, T, ([](T x) { return expression; })>)
#define SIM_MATH_2(name, expression) add("__nv_" #name "f", "__nv_" #name, two<T, T, T, ([](T x, T y) { return expression; })>)
  SIM_MATH_1(sin, std::sin(x));
  SIM_MATH_1(cos, std::cos(x));
  SIM_MATH_1(tan, std::tan(x));
  SIM_MATH_1(asin, std::asin(x));
  SIM_MATH_1(acos, std::acos(x));
  SIM_MATH_1(atan, std::atan(x));
  SIM_MATH_1(sinh, std::sinh(x));
  SIM_MATH_1(cosh, std::cosh(x));
  SIM_MATH_1(tanh, std::tanh(x));
  SIM_MATH_1(asinh, std::asinh(x));
  SIM_MATH_1(acosh, std::acosh(x));
  SIM_MATH_1(atanh, std::atanh(x));
  SIM_MATH_1(exp, std::exp(x));
  SIM_MATH_1(exp2, std::exp2(x));
  SIM_MATH_1(exp10, std::pow(T{10}, x));
  SIM_MATH_1(expm1, std::expm1(x));
  SIM_MATH_1(log, std::log(x));
  SIM_MATH_1(log2, std::log2(x));
  SIM_MATH_1(log10, std::log10(x));
  SIM_MATH_1(log1p, std::log1p(x));
  SIM_MATH_1(logb, std::logb(x));
  SIM_MATH_1(sqrt, std::sqrt(x));
  SIM_MATH_1(rsqrt, static_cast<T>(1.0L / std::sqrt(static_cast<long double>(x))));
  SIM_MATH_1(cbrt, static_cast<T>(std::cbrt(static_cast<long double>(x))));
  SIM_MATH_1(rcbrt, static_cast<T>(1.0L / std::cbrt(static_cast<long double>(x))));
  SIM_MATH_1(erf, std::erf(x));
  SIM_MATH_1(erfc, std::erfc(x));
  SIM_MATH_1(erfcx, static_cast<T>(std::exp(double{x} * x) * std::erfc(double{x})));
  SIM_MATH_1(tgamma, std::tgamma(x));
  SIM_MATH_1(lgamma, std::lgamma(x));
  SIM_MATH_1(sinpi, static_cast<T>(std::sin(std::fmod(double{x}, 2.0) * 3.14159265358979323846)));
  SIM_MATH_1(cospi, static_cast<T>(std::cos(std::fmod(double{x}, 2.0) * 3.14159265358979323846)));
  SIM_MATH_1(j0, static_cast<T>(::j0(x)));
  SIM_MATH_1(j1, static_cast<T>(::j1(x)));
  SIM_MATH_1(y0, static_cast<T>(::y0(x)));
  SIM_MATH_1(y1, static_cast<T>(::y1(x)));
  SIM_MATH_1(floor, std::floor(x));
  SIM_MATH_1(ceil, std::ceil(x));
  SIM_MATH_1(trunc, std::trunc(x));
  SIM_MATH_1(round, std::round(x));
  SIM_MATH_1(rint, std::rint(x));
  SIM_MATH_1(nearbyint, std::nearbyint(x));
  SIM_MATH_1(fabs, std::fabs(x));
  SIM_MATH_2(pow, std::pow(x, y));
  SIM_MATH_2(atan2, std::atan2(x, y));
  SIM_MATH_2(fmod, std::fmod(x, y));
  SIM_MATH_2(remainder, std::remainder(x, y));
  SIM_MATH_2(hypot, std::hypot(x, y));
  SIM_MATH_2(rhypot, T{1} / std::hypot(x, y));
  SIM_MATH_2(fdim, std::fdim(x, y));
  SIM_MATH_2(nextafter, std::nextafter(x, y));
  SIM_MATH_2(copysign, std::copysign(x, y));
  SIM_MATH_2(fmin, std::fmin(x, y));
  SIM_MATH_2(fmax, std::fmax(x, y));
#undef SIM_MATH_1
#undef SIM_MATH_2
  add("__nv_fmaf", "__nv_fma", three<T, T, T, T, ([](T x, T y, T z) { return std::fma(x, y, z); })>);
  add("__nv_norm3df", "__nv_norm3d", three<T, T, T, T, ([](T x, T y, T z) { return std::hypot(x, y, z); })>);
  add("__nv_powif", "__nv_powi", two<T, T, int, ([](T x, int y) { return std::pow(x, T(y)); })>);
  add("__nv_ldexpf", "__nv_ldexp", two<T, T, int, ([](T x, int y) { return std::ldexp(x, y); })>);
  add("__nv_scalbnf", "__nv_scalbn", two<T, T, int, ([](T x, int y) { return std::scalbn(x, y); })>);
  add("__nv_ilogbf", "__nv_ilogb", one<int, T, ([](T x) { return std::ilogb(x); })>);
  add("__nv_llrintf", "__nv_llrint", one<long long, T, ([](T x) { return std::llrint(x); })>);
  add("__nv_llroundf", "__nv_llround", one<long long, T, ([](T x) { return std::llround(x); })>);
  add("__nv_isnanf", "__nv_isnand", one<int, T, ([](T x) { return int(std::isnan(x)); })>);
  add("__nv_isinff", "__nv_isinfd", one<int, T, ([](T x) { return int(std::isinf(x)); })>);
  add("__nv_finitef", "__nv_isfinited", one<int, T, ([](T x) { return int(std::isfinite(x)); })>);
  add("__nv_signbitf", "__nv_signbitd", one<int, T, ([](T x) { return int(std::signbit(x)); })>);
  add("__nv_sincosf", "__nv_sincos", two_results<T, ([](T x) { return std::sin(x); }), ([](T x) { return std::cos(x); })>);
  add("__nv_modff", "__nv_modf", [](Warp& warp, const NativeCall& call, std::uint32_t mask) {
    for (unsigned i = 0; i < lanes; ++i) {
      if (!(mask >> i & 1)) continue;
      T whole;
      const T fraction = std::modf(argument<T>(warp, call, 0, i), &whole);
      if (!store_through<T>(warp, call, 1, i, whole)) return;
      give<T>(warp, call, i, fraction);
    }
  });
  add("__nv_frexpf", "__nv_frexp", [](Warp& warp, const NativeCall& call, std::uint32_t mask) {
    for (unsigned i = 0; i < lanes; ++i) {
      if (!(mask >> i & 1)) continue;
      int exponent;
      const T fraction = std::frexp(argument<T>(warp, call, 0, i), &exponent);
      if (!store_through<int>(warp, call, 1, i, exponent)) return;
      give<T>(warp, call, i, fraction);
    }
  });
}

// The text at a generic address, up to its zero; at most 64 KiB.
std::string text_at(Warp& warp, std::uint64_t address, unsigned lane) {
  std::string text;
  for (; text.size() < 65536; ++address) {
    const std::byte* p = resolve(warp, address, 1, lane);
    if (!p || *p == std::byte{0}) break;
    text += static_cast<char>(*p);
  }
  return text;
}

// Formats one lane's call. Arguments lie in a buffer as vprintf's caller laid them out: each aligned to its size.
std::string formatted(Warp& warp, const std::string& format, std::uint64_t buffer, unsigned lane, int& conversions) {
  std::string out;
  conversions = 0;
  std::uint64_t at = 0;
  auto take = [&](unsigned bytes) {
    at = (at + bytes - 1) & ~std::uint64_t{bytes - 1};
    std::uint64_t bits = 0;
    if (const std::byte* p = resolve(warp, buffer + at, bytes, lane)) std::memcpy(&bits, p, bytes);
    at += bytes;
    return bits;
  };
  for (std::size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%') {
      out += format[i];
      continue;
    }
    const std::size_t start = i++;
    std::string spec = "%";
    while (i < format.size() && std::string_view("-+ #0123456789.*").find(format[i]) != std::string_view::npos) {
      if (format[i] == '*')
        spec += std::to_string(static_cast<std::int32_t>(take(4)));
      else
        spec += format[i];
      ++i;
    }
    unsigned longs = 0;
    while (i < format.size() && std::string_view("hljztL").find(format[i]) != std::string_view::npos) longs += format[i++] != 'h';
    if (i >= format.size()) {
      out += format.substr(start);
      break;
    }
    const char c = format[i];
    conversions += c != '%';
    char text[512];
    auto print = [&](auto value, const char* length) {
      const std::string full = spec + length + c;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
      std::snprintf(text, sizeof text, full.c_str(), value);
#pragma GCC diagnostic pop
      out += text;
    };
    switch (c) {
      case '%': out += '%'; break;
      case 'd':
      case 'i':
        if (longs)
          print(static_cast<long long>(take(8)), "ll");
        else
          print(static_cast<int>(take(4)), "");
        break;
      case 'u':
      case 'x':
      case 'X':
      case 'o':
        if (longs)
          print(static_cast<unsigned long long>(take(8)), "ll");
        else
          print(static_cast<unsigned>(take(4)), "");
        break;
      case 'c': print(static_cast<int>(take(4)), ""); break;
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G':
      case 'a':
      case 'A': print(std::bit_cast<double>(take(8)), ""); break;
      case 'p': print(reinterpret_cast<void*>(take(8)), ""); break;
      case 's': {
        const std::string value = text_at(warp, take(8), lane);
        if (spec == "%") {
          out += value;
        } else {
          print(value.c_str(), "");
        }
        break;
      }
      default: out += format.substr(start, i - start + 1);
    }
  }
  return out;
}

void print_out(Warp& warp, const std::string& text) {
  if (warp.launch->config->print)
    warp.launch->config->print(text);
  else
    std::fwrite(text.data(), 1, text.size(), stdout);
}

void vprintf_call(Warp& warp, const NativeCall& call, std::uint32_t mask) {
  for (unsigned i = 0; i < lanes; ++i) {
    if (!(mask >> i & 1)) continue;
    const std::string format = text_at(warp, argument<std::uint64_t>(warp, call, 0, i), i);
    int conversions = 0;
    print_out(warp, formatted(warp, format, argument<std::uint64_t>(warp, call, 1, i), i, conversions));
    give<std::int32_t>(warp, call, i, conversions);
  }
}

void assert_call(Warp& warp, const NativeCall& call, std::uint32_t mask) {
  const auto lane = static_cast<unsigned>(std::countr_zero(mask));
  const std::string what = text_at(warp, argument<std::uint64_t>(warp, call, 0, lane), lane);
  const std::string file = text_at(warp, argument<std::uint64_t>(warp, call, 1, lane), lane);
  const auto line = argument<std::uint32_t>(warp, call, 2, lane);
  raise_fault(warp, call.line, lane, status::assertion, "assert",
              "the assertion `" + what + "` failed (" + file + ":" + std::to_string(line) + ")");
}

void malloc_call(Warp& warp, const NativeCall& call, std::uint32_t mask) {
  for (unsigned i = 0; i < lanes; ++i)
    if (mask >> i & 1) give<std::uint64_t>(warp, call, i, warp.launch->memory->allocate(argument<std::uint64_t>(warp, call, 0, i)));
}
void free_call(Warp& warp, const NativeCall& call, std::uint32_t mask) {
  for (unsigned i = 0; i < lanes; ++i) {
    if (!(mask >> i & 1)) continue;
    const auto address = argument<std::uint64_t>(warp, call, 0, i);
    if (address != 0 && !warp.launch->memory->release(address))
      return raise_fault(warp, call.line, i, status::illegal_address, "bad-free", "free of a pointer that malloc did not return", address);
    // What instructions remember of the allocation is gone with it.
    for (MemoryState& state : warp.launch->sites) state.low = 1, state.high = 0, state.written_map = nullptr, state.stamps = nullptr;
  }
}

const Table& table() {
  static const Table all = [] {
    Table t;
    add_math<float>(t);
    add_math<double>(t);
    t["__nv_fast_powf"] = two<float, float, float, ([](float x, float y) { return std::pow(x, y); })>;
    t["__nv_fast_expf"] = one<float, float, ([](float x) { return std::exp(x); })>;
    t["__nv_fast_exp10f"] = one<float, float, ([](float x) { return std::pow(10.0f, x); })>;
    t["__nv_fast_sinf"] = one<float, float, ([](float x) { return std::sin(x); })>;
    t["__nv_fast_cosf"] = one<float, float, ([](float x) { return std::cos(x); })>;
    t["__nv_fast_tanf"] = one<float, float, ([](float x) { return std::tan(x); })>;
    t["__nv_fast_logf"] = one<float, float, ([](float x) { return std::log(x); })>;
    t["__nv_fast_log2f"] = one<float, float, ([](float x) { return std::log2(x); })>;
    t["__nv_fast_log10f"] = one<float, float, ([](float x) { return std::log10(x); })>;
    t["__nv_fast_fdividef"] = two<float, float, float, ([](float x, float y) { return x / y; })>;
    t["__nv_fast_sincosf"] = two_results<float, ([](float x) { return std::sin(x); }), ([](float x) { return std::cos(x); })>;
    t["vprintf"] = vprintf_call;
    t["__assertfail"] = assert_call;
    t["malloc"] = malloc_call;
    t["free"] = free_call;
    return t;
  }();
  return all;
}

}  // namespace

NativeFunction select::native(std::string_view name) {
  const auto it = table().find(name);
  return it == table().end() ? nullptr : it->second;
}

}  // namespace sim
