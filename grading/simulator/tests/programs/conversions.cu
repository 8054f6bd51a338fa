// Conversions between integer widths and floating point: rounding modes, saturation, NaN, narrowing and sign extension.
#include <cfenv>

#include "map.h"

// Rounds as asked, then saturates. PTX ISA, cvt: NaN gives 0 for 32-bit results of a float, the smallest signed value
// (or the top bit alone) for 64-bit results and for all results of a double.
template <class To, class From>
To rounded(From value, int mode) {
  using Limits = std::numeric_limits<To>;
  if (std::isnan(value)) {
    if (sizeof(From) == 4 && sizeof(To) == 4) return 0;
    return To(std::uint64_t{1} << (8 * sizeof(To) - 1));
  }
  volatile From input = value;  // keeps the rounding between the two changes of mode
  std::fesetround(mode);
  volatile From result = std::nearbyint(input);
  std::fesetround(FE_TONEAREST);
  From whole = result;
  if (whole < From(Limits::min())) return Limits::min();
  if (whole >= std::ldexp(From(1), Limits::digits)) return Limits::max();
  return To(whole);
}

template <class To, class From>
To to_float(From value, int mode) {
  if (std::is_integral_v<From> && value == 0)
    return 0;                   // compilers' sequences for unsigned may give -0 when rounding down
  volatile From input = value;  // keeps the conversion between the two changes of mode
  std::fesetround(mode);
  volatile To result = static_cast<To>(input);
  std::fesetround(FE_TONEAREST);
  return result;
}

// One operation for each of the four rounding modes of an intrinsic; `name` is its common stem.
#define ROUNDINGS(Name, To, From, stem)                                                                        \
  struct Name##Nearest {                                                                                       \
    __device__ To operator()(From a) const { return stem##_rn(a); }                                            \
  };                                                                                                           \
  struct Name##Zero {                                                                                          \
    __device__ To operator()(From a) const { return stem##_rz(a); }                                            \
  };                                                                                                           \
  struct Name##Up {                                                                                            \
    __device__ To operator()(From a) const { return stem##_ru(a); }                                            \
  };                                                                                                           \
  struct Name##Down {                                                                                          \
    __device__ To operator()(From a) const { return stem##_rd(a); }                                            \
  };                                                                                                           \
  template <class Reference>                                                                                   \
  void check_##Name(const std::vector<From>& inputs, Reference reference) {                                    \
    check::expect_map<Name##Nearest>(#stem "_rn", inputs, [&](From a) { return reference(a, FE_TONEAREST); }); \
    check::expect_map<Name##Zero>(#stem "_rz", inputs, [&](From a) { return reference(a, FE_TOWARDZERO); });   \
    check::expect_map<Name##Up>(#stem "_ru", inputs, [&](From a) { return reference(a, FE_UPWARD); });         \
    check::expect_map<Name##Down>(#stem "_rd", inputs, [&](From a) { return reference(a, FE_DOWNWARD); });     \
  }

using u64 = unsigned long long;
ROUNDINGS(FloatToInt, int, float, __float2int)
ROUNDINGS(FloatToUint, unsigned, float, __float2uint)
ROUNDINGS(FloatToLong, long long, float, __float2ll)
ROUNDINGS(FloatToUlong, u64, float, __float2ull)
ROUNDINGS(DoubleToInt, int, double, __double2int)
ROUNDINGS(DoubleToUint, unsigned, double, __double2uint)
ROUNDINGS(DoubleToLong, long long, double, __double2ll)
ROUNDINGS(DoubleToUlong, u64, double, __double2ull)
ROUNDINGS(DoubleToFloat, float, double, __double2float)
ROUNDINGS(IntToFloat, float, int, __int2float)
ROUNDINGS(UintToFloat, float, unsigned, __uint2float)
ROUNDINGS(LongToFloat, float, long long, __ll2float)
ROUNDINGS(UlongToFloat, float, u64, __ull2float)
ROUNDINGS(LongToDouble, double, long long, __ll2double)
ROUNDINGS(UlongToDouble, double, u64, __ull2double)

template <class To, class From>
struct Cast {
  __device__ To operator()(From a) const { return static_cast<To>(a); }
};

template <class From>
struct ToBool {
  __device__ int operator()(From a) const { return static_cast<bool>(a); }
};

template <class To, class From>
void cast(const std::string& what, const std::vector<From>& inputs) {
  check::expect_map<Cast<To, From>>(what, inputs, [](From a) { return static_cast<To>(a); });
}

// Every narrowing and widening from one integer type; C++20 defines them all as modulo 2^width.
template <class From>
void integer_casts(const std::string& type) {
  auto inputs = check::integers<From>(1);
  cast<signed char>(type + " to signed char", inputs);
  cast<unsigned char>(type + " to unsigned char", inputs);
  cast<short>(type + " to short", inputs);
  cast<unsigned short>(type + " to unsigned short", inputs);
  cast<int>(type + " to int", inputs);
  cast<unsigned>(type + " to unsigned", inputs);
  cast<long long>(type + " to long long", inputs);
  cast<u64>(type + " to unsigned long long", inputs);
  cast<float>(type + " to float", inputs);
  cast<double>(type + " to double", inputs);
  check::expect_map<ToBool<From>>(type + " to bool", inputs, [](From a) { return a == 0 ? 0 : 1; });
}

template <class T>
std::vector<T> convertible() {
  std::vector<T> values = check::floats<T>(2);
  for (double edge : {0x1p31, 0x1p32, 0x1p63, 0x1p64, 1e6, 1e-6, 0.75, 4.5, 5.5, 2147483520.0})
    for (double sign : {1.0, -1.0})
      for (double step : {0.0, 0.5, 1.0, -0.5, -1.0}) values.push_back(T(sign * edge + step));
  return values;
}

int main() {
  check_FloatToInt(convertible<float>(), [](float a, int mode) { return rounded<int>(a, mode); });
  check_FloatToUint(convertible<float>(), [](float a, int mode) { return rounded<unsigned>(a, mode); });
  check_FloatToLong(convertible<float>(), [](float a, int mode) { return rounded<long long>(a, mode); });
  check_FloatToUlong(convertible<float>(), [](float a, int mode) { return rounded<u64>(a, mode); });
  check_DoubleToInt(convertible<double>(), [](double a, int mode) { return rounded<int>(a, mode); });
  check_DoubleToUint(convertible<double>(), [](double a, int mode) { return rounded<unsigned>(a, mode); });
  check_DoubleToLong(convertible<double>(), [](double a, int mode) { return rounded<long long>(a, mode); });
  check_DoubleToUlong(convertible<double>(), [](double a, int mode) { return rounded<u64>(a, mode); });
  check_DoubleToFloat(convertible<double>(), [](double a, int mode) { return to_float<float>(a, mode); });
  check_IntToFloat(check::integers<int>(3), [](int a, int mode) { return to_float<float>(a, mode); });
  check_UintToFloat(check::integers<unsigned>(3), [](unsigned a, int mode) { return to_float<float>(a, mode); });
  check_LongToFloat(check::integers<long long>(3), [](long long a, int mode) { return to_float<float>(a, mode); });
  check_UlongToFloat(check::integers<u64>(3), [](u64 a, int mode) { return to_float<float>(a, mode); });
  check_LongToDouble(check::integers<long long>(3), [](long long a, int mode) { return to_float<double>(a, mode); });
  check_UlongToDouble(check::integers<u64>(3), [](u64 a, int mode) { return to_float<double>(a, mode); });

  integer_casts<signed char>("signed char");
  integer_casts<unsigned char>("unsigned char");
  integer_casts<short>("short");
  integer_casts<unsigned short>("unsigned short");
  integer_casts<int>("int");
  integer_casts<unsigned>("unsigned");
  integer_casts<long long>("long long");
  integer_casts<u64>("unsigned long long");
  cast<double>("float to double", check::floats<float>(4));

  // Casts of values in range; out of range C++ leaves them undefined.
  std::vector<float> small = {0.0f, 0.9f, 1.0f, 1.5f, 2.5f, 99.99f, 126.5f};
  cast<signed char>("float to signed char", small);
  cast<unsigned char>("float to unsigned char", small);
  cast<unsigned short>("float to unsigned short", small);
  std::vector<double> both = {-3.99, -1.5, -0.2, 0.0, 0.7, 12345.678, 2e9};
  cast<int>("double to int", both);
  cast<long long>("double to long long", both);
  return check::verdict();
}
