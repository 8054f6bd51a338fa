// Add, subtract, multiply, high halves, multiply-add, absolute value, minimum and maximum in every integer width.
#include "map.h"

using check::Pair;

// Narrow types are computed in 32 bits and cut back. For the unsigned ones that must be unsigned: the product of two
// unsigned shorts overflows an int.
template <class T>
using Computed = std::conditional_t<(sizeof(T) < 4 && std::is_unsigned_v<T>), unsigned, T>;

template <class T>
struct Add {
  __device__ T operator()(Pair<T> p) const { return T(Computed<T>(p.a) + Computed<T>(p.b)); }
};
template <class T>
struct Subtract {
  __device__ T operator()(Pair<T> p) const { return T(Computed<T>(p.a) - Computed<T>(p.b)); }
};
template <class T>
struct Multiply {
  __device__ T operator()(Pair<T> p) const { return T(Computed<T>(p.a) * Computed<T>(p.b)); }
};
template <class T>
struct MultiplyAdd {
  __device__ T operator()(Pair<T> p) const { return T(Computed<T>(p.a) * Computed<T>(p.b) + Computed<T>(p.a)); }
};
template <class T>
struct Minimum {
  __device__ T operator()(Pair<T> p) const { return min(p.a, p.b); }
};
template <class T>
struct Maximum {
  __device__ T operator()(Pair<T> p) const { return max(p.a, p.b); }
};
template <class T>
struct Less {
  __device__ int operator()(Pair<T> p) const { return (p.a < p.b) | (p.a <= p.b) << 1 | (p.a == p.b) << 2; }
};

template <class T>
void wrapping(const std::string& type) {
  using U = unsigned long long;  // wraps like every narrower unsigned type
  auto pairs = check::all_pairs(check::integers<T>(1), check::integers<T>(2));
  check::expect_map<Add<T>>(type + " a + b", pairs, [](Pair<T> p) { return T(U(p.a) + U(p.b)); });
  check::expect_map<Subtract<T>>(type + " a - b", pairs, [](Pair<T> p) { return T(U(p.a) - U(p.b)); });
  check::expect_map<Multiply<T>>(type + " a * b", pairs, [](Pair<T> p) { return T(U(p.a) * U(p.b)); });
  check::expect_map<MultiplyAdd<T>>(type + " a * b + a", pairs, [](Pair<T> p) { return T(U(p.a) * U(p.b) + U(p.a)); });
}

template <class T>
void order(const std::string& type) {
  auto pairs = check::all_pairs(check::integers<T>(3), check::integers<T>(3));
  check::expect_map<Less<T>>(type + " comparisons", pairs,
                             [](Pair<T> p) { return int(p.a < p.b) | int(p.a <= p.b) << 1 | int(p.a == p.b) << 2; });
}

template <class T>
void extremes(const std::string& type) {
  auto pairs = check::all_pairs(check::integers<T>(4), check::integers<T>(5));
  check::expect_map<Minimum<T>>(type + " min", pairs, [](Pair<T> p) { return p.a < p.b ? p.a : p.b; });
  check::expect_map<Maximum<T>>(type + " max", pairs, [](Pair<T> p) { return p.a < p.b ? p.b : p.a; });
}

struct MulHi {
  __device__ int operator()(Pair<int> p) const { return __mulhi(p.a, p.b); }
};
struct UMulHi {
  __device__ unsigned operator()(Pair<unsigned> p) const { return __umulhi(p.a, p.b); }
};
struct Mul64Hi {
  __device__ long long operator()(Pair<long long> p) const { return __mul64hi(p.a, p.b); }
};
struct UMul64Hi {
  __device__ unsigned long long operator()(Pair<unsigned long long> p) const { return __umul64hi(p.a, p.b); }
};
struct Mul24 {
  __device__ int operator()(Pair<int> p) const { return __mul24(p.a, p.b); }
};
struct UMul24 {
  __device__ unsigned operator()(Pair<unsigned> p) const { return __umul24(p.a, p.b); }
};
struct Wide {
  __device__ long long operator()(Pair<int> p) const { return (long long)p.a * p.b + p.a; }
};
struct UWide {
  __device__ unsigned long long operator()(Pair<unsigned> p) const { return (unsigned long long)p.a * p.b - p.b; }
};
struct ShortWide {
  __device__ int operator()(Pair<short> p) const { return p.a * p.b - p.b; }
};
struct Sad {
  __device__ unsigned operator()(Pair<int> p) const { return __sad(p.a, p.b, 5u); }
};
struct USad {
  __device__ unsigned operator()(Pair<unsigned> p) const { return __usad(p.a, p.b, 5u); }
};
struct Average {
  __device__ int operator()(Pair<int> p) const { return __hadd(p.a, p.b); }
};
struct RoundedAverage {
  __device__ unsigned operator()(Pair<unsigned> p) const { return __urhadd(p.a, p.b); }
};
struct Absolute {
  __device__ int operator()(int a) const { return abs(a); }
};
struct Absolute64 {
  __device__ long long operator()(long long a) const { return llabs(a); }
};

int main() {
  wrapping<unsigned char>("unsigned char");
  wrapping<unsigned short>("unsigned short");
  wrapping<unsigned>("unsigned");
  wrapping<unsigned long long>("unsigned long long");
  wrapping<signed char>("signed char");
  wrapping<short>("short");  // products of two shorts fit an int, and so does one short more
  order<signed char>("signed char");
  order<unsigned char>("unsigned char");
  order<short>("short");
  order<unsigned short>("unsigned short");
  order<int>("int");
  order<unsigned>("unsigned");
  order<long long>("long long");
  order<unsigned long long>("unsigned long long");
  extremes<int>("int");
  extremes<unsigned>("unsigned");
  extremes<long long>("long long");
  extremes<unsigned long long>("unsigned long long");

  auto ints = check::all_pairs(check::integers<int>(6), check::integers<int>(7));
  auto unsigneds = check::all_pairs(check::integers<unsigned>(6), check::integers<unsigned>(7));
  auto longs = check::all_pairs(check::integers<long long>(6), check::integers<long long>(7));
  auto unsigned_longs =
      check::all_pairs(check::integers<unsigned long long>(6), check::integers<unsigned long long>(7));
  auto shorts = check::all_pairs(check::integers<short>(6), check::integers<short>(7));
  check::expect_map<MulHi>("__mulhi", ints, [](Pair<int> p) { return int((std::int64_t(p.a) * p.b) >> 32); });
  check::expect_map<UMulHi>("__umulhi", unsigneds,
                            [](Pair<unsigned> p) { return unsigned((std::uint64_t(p.a) * p.b) >> 32); });
  check::expect_map<Mul64Hi>("__mul64hi", longs,
                             [](Pair<long long> p) { return (long long)((__int128(p.a) * p.b) >> 64); });
  check::expect_map<UMul64Hi>("__umul64hi", unsigned_longs, [](Pair<unsigned long long> p) {
    return (unsigned long long)(((unsigned __int128)p.a * p.b) >> 64);
  });
  check::expect_map<Mul24>("__mul24", ints, [](Pair<int> p) {
    std::int64_t a = std::int32_t(std::uint32_t(p.a) << 8) >> 8, b = std::int32_t(std::uint32_t(p.b) << 8) >> 8;
    return int(std::uint32_t(a * b));
  });
  check::expect_map<UMul24>("__umul24", unsigneds, [](Pair<unsigned> p) {
    return unsigned(std::uint64_t(p.a & 0xffffff) * (p.b & 0xffffff));
  });
  check::expect_map<Wide>("int * int as long long", ints, [](Pair<int> p) { return (long long)p.a * p.b + p.a; });
  check::expect_map<UWide>("unsigned * unsigned as unsigned long long", unsigneds,
                           [](Pair<unsigned> p) { return (unsigned long long)p.a * p.b - p.b; });
  check::expect_map<ShortWide>("short * short as int", shorts, [](Pair<short> p) { return p.a * p.b - p.b; });
  check::expect_map<Sad>("__sad", ints, [](Pair<int> p) {
    std::int64_t difference = std::int64_t(p.a) - p.b;
    return unsigned(difference < 0 ? -difference : difference) + 5u;
  });
  check::expect_map<USad>("__usad", unsigneds,
                          [](Pair<unsigned> p) { return (p.a < p.b ? p.b - p.a : p.a - p.b) + 5u; });
  check::expect_map<Average>("__hadd", ints, [](Pair<int> p) { return int((std::int64_t(p.a) + p.b) >> 1); });
  check::expect_map<RoundedAverage>("__urhadd", unsigneds,
                                    [](Pair<unsigned> p) { return unsigned((std::uint64_t(p.a) + p.b + 1) >> 1); });

  std::vector<int> one;
  for (int a : check::integers<int>(8))
    if (a != std::numeric_limits<int>::min()) one.push_back(a);
  std::vector<long long> one64;
  for (long long a : check::integers<long long>(8))
    if (a != std::numeric_limits<long long>::min()) one64.push_back(a);
  check::expect_map<Absolute>("abs", one, [](int a) { return a < 0 ? -a : a; });
  check::expect_map<Absolute64>("llabs", one64, [](long long a) { return a < 0 ? -a : a; });
  return check::verdict();
}
