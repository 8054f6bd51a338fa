// Functions with exact results: rounding to whole numbers, remainders, splitting and scaling, neighbours.
#include "map.h"

using check::Pair;

// The same exact function of C++ on device and host, for float and double.
#define EXACT(Name, function)                                                                                    \
  template <class T>                                                                                             \
  struct Name {                                                                                                  \
    __device__ T operator()(T a) const { return function(a); }                                                   \
  };                                                                                                             \
  template <class T>                                                                                             \
  void check_##Name(const std::string& type) {                                                                   \
    check::expect_map<Name<T>>(type + " " #function, whole_and_half<T>(), [](T a) { return std::function(a); }); \
  }

template <class T>
std::vector<T> whole_and_half() {
  std::vector<T> values = check::floats<T>(1);
  for (int i = -12; i <= 12; ++i) values.push_back(T(i) / 4);
  for (T large : {T(0x1p22), T(0x1p23), T(0x1p24), T(0x1p31), T(0x1p51), T(0x1p52), T(0x1p53)})
    for (T step : {T(-1), T(-0.5), T(0), T(0.5), T(1)}) values.push_back(large + step), values.push_back(-large - step);
  return values;
}

EXACT(Floor, floor)
EXACT(Ceil, ceil)
EXACT(Trunc, trunc)
EXACT(Round, round)
EXACT(Rint, rint)
EXACT(Logb, logb)

template <class T>
struct Fmod {
  __device__ T operator()(Pair<T> p) const { return fmod(p.a, p.b); }
};
template <class T>
struct Remainder {
  __device__ T operator()(Pair<T> p) const { return remainder(p.a, p.b); }
};
template <class T>
struct Fdim {
  __device__ T operator()(Pair<T> p) const { return fdim(p.a, p.b); }
};
template <class T>
struct NextAfter {
  __device__ T operator()(Pair<T> p) const { return nextafter(p.a, p.b); }
};
template <class T>
struct Ldexp {
  __device__ T operator()(Pair<T, int> p) const { return ldexp(p.a, p.b); }
};
template <class T>
struct Mantissa {
  __device__ T operator()(T a) const {
    int exponent;
    return frexp(a, &exponent);
  }
};
template <class T>
struct Exponent {
  __device__ int operator()(T a) const {
    int exponent;
    frexp(a, &exponent);
    return exponent;
  }
};
template <class T>
struct Fraction {
  __device__ T operator()(T a) const {
    T whole;
    T fraction = modf(a, &whole);
    return fraction + 2 * whole;
  }
};
struct RoundToLong {
  __device__ long long operator()(double a) const { return llrint(a); }
};
struct RoundAwayToInt {
  __device__ int operator()(float a) const { return int(lroundf(a)); }
};

template <class T>
void all(const std::string& type) {
  check_Floor<T>(type);
  check_Ceil<T>(type);
  check_Trunc<T>(type);
  check_Round<T>(type);
  check_Rint<T>(type);
  check_Logb<T>(type);
  auto pairs = check::all_pairs(check::floats<T>(2), check::floats<T>(3));
  check::expect_map<Fmod<T>>(type + " fmod", pairs, [](Pair<T> p) { return std::fmod(p.a, p.b); });
  check::expect_map<Remainder<T>>(type + " remainder", pairs, [](Pair<T> p) { return std::remainder(p.a, p.b); });
  check::expect_map<Fdim<T>>(type + " fdim", pairs, [](Pair<T> p) { return std::fdim(p.a, p.b); });
  check::expect_map<NextAfter<T>>(type + " nextafter", pairs, [](Pair<T> p) { return std::nextafter(p.a, p.b); });
  auto scaled = check::all_pairs(check::floats<T>(4), std::vector<int>{0, 1, -1, 20, -30, 100, -140, 127, 2000, -2000});
  check::expect_map<Ldexp<T>>(type + " ldexp", scaled, [](Pair<T, int> p) { return std::ldexp(p.a, p.b); });
  std::vector<T> finite;
  for (T a : check::floats<T>(5))
    if (std::isfinite(a)) finite.push_back(a);
  check::expect_map<Mantissa<T>>(type + " frexp", finite, [](T a) {
    int exponent;
    return std::frexp(a, &exponent);
  });
  check::expect_map<Exponent<T>>(type + " exponent of frexp", finite, [](T a) {
    int exponent;
    std::frexp(a, &exponent);
    return exponent;
  });
  check::expect_map<Fraction<T>>(type + " modf", finite, [](T a) {
    T whole = std::trunc(a);
    T fraction = std::copysign(a - whole, a);
    return fraction + 2 * whole;
  });
}

int main() {
  all<float>("float");
  all<double>("double");
  std::vector<double> halves;
  for (int i = -20; i <= 20; ++i) halves.push_back(i / 4.0);
  check::expect_map<RoundToLong>("llrint", halves, [](double a) { return (long long)std::nearbyint(a); });
  check::expect_map<RoundAwayToInt>("lroundf", std::vector<float>(halves.begin(), halves.end()),
                                    [](float a) { return int(std::copysign(std::floor(std::fabs(a) + 0.5f), a)); });
  return check::verdict();
}
