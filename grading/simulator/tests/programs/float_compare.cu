// Comparisons with NaN, infinities and signed zeros; minimum and maximum; classification; sign tricks.
#include "map.h"

using check::Pair;

// Twelve answers in one number: the six operators and their negations, which differ from each other for NaN.
template <class T>
__host__ __device__ int comparisons(T a, T b) {
  int bits = 0;
  if (a < b) bits |= 1;
  if (a <= b) bits |= 2;
  if (a > b) bits |= 4;
  if (a >= b) bits |= 8;
  if (a == b) bits |= 16;
  if (a != b) bits |= 32;
  if (!(a < b)) bits |= 64;
  if (!(a <= b)) bits |= 128;
  if (!(a > b)) bits |= 256;
  if (!(a >= b)) bits |= 512;
  if (!(a == b)) bits |= 1024;
  if (!(a != b)) bits |= 2048;
  return bits;
}

template <class T>
struct Compare {
  __device__ int operator()(Pair<T> p) const { return comparisons(p.a, p.b); }
};
template <class T>
struct Select {
  __device__ T operator()(Pair<T> p) const { return p.a < p.b ? p.a : p.b; }
};
template <class T>
struct Classify {
  __device__ int operator()(T a) const {
    return (isnan(a) ? 1 : 0) | (isinf(a) ? 2 : 0) | (isfinite(a) ? 4 : 0) | (signbit(a) ? 8 : 0);
  }
};
template <class T>
struct Truth {
  __device__ int operator()(T a) const { return a ? 1 : 0; }
};

struct MinFloat {
  __device__ float operator()(Pair<float> p) const { return fminf(p.a, p.b); }
};
struct MaxFloat {
  __device__ float operator()(Pair<float> p) const { return fmaxf(p.a, p.b); }
};
struct MinDouble {
  __device__ double operator()(Pair<double> p) const { return fmin(p.a, p.b); }
};
struct MaxDouble {
  __device__ double operator()(Pair<double> p) const { return fmax(p.a, p.b); }
};
struct CopySignFloat {
  __device__ float operator()(Pair<float> p) const { return copysignf(p.a, p.b); }
};
struct CopySignDouble {
  __device__ double operator()(Pair<double> p) const { return copysign(p.a, p.b); }
};
struct AbsFloat {
  __device__ float operator()(float a) const { return fabsf(a); }
};
struct AbsDouble {
  __device__ double operator()(double a) const { return fabs(a); }
};
struct Saturate {
  __device__ float operator()(float a) const { return __saturatef(a); }
};

// From the bits alone, so that no comparison of the host compiler is trusted: 0 less, 1 equal, 2 greater, 3 unordered.
template <class T>
int relation(T a, T b) {
  if (std::isnan(a) || std::isnan(b)) return 3;
  auto key = [](T x) {
    std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t> bits;
    std::memcpy(&bits, &x, sizeof bits);
    return bits < 0 ? -static_cast<long long>(bits & std::numeric_limits<decltype(bits)>::max())
                    : static_cast<long long>(bits);
  };
  return key(a) < key(b) ? 0 : key(a) == key(b) ? 1 : 2;
}

template <class T>
void compare(const std::string& type) {
  auto pairs = check::all_pairs(check::floats<T>(1), check::floats<T>(1));
  check::expect_map<Compare<T>>(type + " comparisons", pairs, [](Pair<T> p) {
    int r = relation(p.a, p.b);
    int bits = (r == 0) | (r <= 1) << 1 | (r == 2) << 2 | (r == 1 || r == 2) << 3 | (r == 1) << 4 | (r != 1) << 5;
    return bits | (~bits & 63) << 6;
  });
  check::expect_map<Select<T>>(type + " a < b ? a : b", pairs,
                               [](Pair<T> p) { return relation(p.a, p.b) == 0 ? p.a : p.b; });
  check::expect_map<Classify<T>>(type + " isnan, isinf, isfinite, signbit", check::floats<T>(2), [](T a) {
    bool nan = a != a, infinite = !nan && std::fabs(a) > std::numeric_limits<T>::max();
    return int(nan) | int(infinite) << 1 | int(!nan && !infinite) << 2 | int(std::signbit(a)) << 3;
  });
  check::expect_map<Truth<T>>(type + " as a condition", check::floats<T>(2), [](T a) { return a == T(0) ? 0 : 1; });
}

// The smaller of two, the other one if one is NaN; min(-0, +0) is -0 on the GPU (PTX ISA, min: +0.0 > -0.0).
template <class T>
T smaller(Pair<T> p) {
  int r = relation(p.a, p.b);
  if (r == 3) return std::isnan(p.a) ? p.b : p.a;
  if (r == 1) return std::signbit(p.a) ? p.a : p.b;
  return r == 0 ? p.a : p.b;
}
template <class T>
T larger(Pair<T> p) {
  return -smaller<T>({-p.a, -p.b});
}

int main() {
  compare<float>("float");
  compare<double>("double");
  auto floats = check::all_pairs(check::floats<float>(3), check::floats<float>(3));
  auto doubles = check::all_pairs(check::floats<double>(3), check::floats<double>(3));
  check::expect_map<MinFloat>("fminf", floats, smaller<float>);
  check::expect_map<MaxFloat>("fmaxf", floats, larger<float>);
  check::expect_map<MinDouble>("fmin", doubles, smaller<double>);
  check::expect_map<MaxDouble>("fmax", doubles, larger<double>);
  check::expect_map<CopySignFloat>("copysignf", floats, [](Pair<float> p) { return std::copysign(p.a, p.b); });
  check::expect_map<CopySignDouble>("copysign", doubles, [](Pair<double> p) { return std::copysign(p.a, p.b); });
  check::expect_map<AbsFloat>("fabsf", check::floats<float>(4), [](float a) { return std::signbit(a) ? -a : a; });
  check::expect_map<AbsDouble>("fabs", check::floats<double>(4), [](double a) { return std::signbit(a) ? -a : a; });
  check::expect_map<Saturate>("__saturatef", check::floats<float>(4), [](float a) {
    if (!(a > 0)) return 0.0f;  // NaN and -0 too
    return a < 1 ? a : 1.0f;
  });
  return check::verdict();
}
