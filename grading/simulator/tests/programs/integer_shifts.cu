// Shifts by run-time amounts in every width, funnel shifts, and what PTX shifts do at and beyond the width.
#include "map.h"

using check::Pair;

template <class T>
struct Left {
  __device__ T operator()(Pair<T, int> p) const { return T(std::make_unsigned_t<T>(p.a) << p.b); }
};
template <class T>
struct Right {
  __device__ T operator()(Pair<T, int> p) const { return T(p.a >> p.b); }
};

// C++ leaves amounts of the width and more undefined; PTX clamps them to the width.
struct PtxLeft32 {
  __device__ unsigned operator()(Pair<unsigned> p) const {
    unsigned result;
    asm("shl.b32 %0, %1, %2;" : "=r"(result) : "r"(p.a), "r"(p.b));
    return result;
  }
};
struct PtxRight32 {
  __device__ unsigned operator()(Pair<unsigned> p) const {
    unsigned result;
    asm("shr.u32 %0, %1, %2;" : "=r"(result) : "r"(p.a), "r"(p.b));
    return result;
  }
};
struct PtxRightSigned32 {
  __device__ int operator()(Pair<int, unsigned> p) const {
    int result;
    asm("shr.s32 %0, %1, %2;" : "=r"(result) : "r"(p.a), "r"(p.b));
    return result;
  }
};
struct PtxLeft64 {
  __device__ unsigned long long operator()(Pair<unsigned long long, unsigned> p) const {
    unsigned long long result;
    asm("shl.b64 %0, %1, %2;" : "=l"(result) : "l"(p.a), "r"(p.b));
    return result;
  }
};
struct PtxRightSigned64 {
  __device__ long long operator()(Pair<long long, unsigned> p) const {
    long long result;
    asm("shr.s64 %0, %1, %2;" : "=l"(result) : "l"(p.a), "r"(p.b));
    return result;
  }
};

struct FunnelLeft {
  __device__ unsigned operator()(Pair<unsigned> p) const { return __funnelshift_l(p.a, ~p.a * 3u, p.b); }
};
struct FunnelRight {
  __device__ unsigned operator()(Pair<unsigned> p) const { return __funnelshift_r(p.a, ~p.a * 3u, p.b); }
};
struct FunnelLeftClamped {
  __device__ unsigned operator()(Pair<unsigned> p) const { return __funnelshift_lc(p.a, ~p.a * 3u, p.b); }
};
struct FunnelRightClamped {
  __device__ unsigned operator()(Pair<unsigned> p) const { return __funnelshift_rc(p.a, ~p.a * 3u, p.b); }
};
struct Rotate {
  __device__ unsigned operator()(Pair<unsigned> p) const { return p.a << (p.b & 31) | p.a >> (-p.b & 31); }
};
struct Rotate64 {
  __device__ unsigned long long operator()(Pair<unsigned long long, unsigned> p) const {
    return p.a << (p.b & 63) | p.a >> (-p.b & 63);
  }
};

template <class T>
void in_range(const std::string& type) {
  std::vector<int> amounts;
  for (int i = 0; i < int(8 * sizeof(T)); ++i) amounts.push_back(i);
  auto pairs = check::all_pairs(check::integers<T>(1), amounts);
  // By repeated doubling and halving, one bit at a time.
  check::expect_map<Left<T>>(type + " a << n", pairs, [](Pair<T, int> p) {
    std::uint64_t value = std::uint64_t(p.a);
    for (int i = 0; i < p.b; ++i) value += value;
    return T(value);
  });
  check::expect_map<Right<T>>(type + " a >> n", pairs, [](Pair<T, int> p) {
    T value = p.a;
    for (int i = 0; i < p.b; ++i) value = T((value - T(value & 1)) / 2);  // floor, for negative values too
    return value;
  });
}

int main() {
  in_range<signed char>("signed char");
  in_range<unsigned char>("unsigned char");
  in_range<short>("short");
  in_range<unsigned short>("unsigned short");
  in_range<int>("int");
  in_range<unsigned>("unsigned");
  in_range<long long>("long long");
  in_range<unsigned long long>("unsigned long long");

  std::vector<unsigned> amounts = {0, 1, 5, 16, 31, 32, 33, 47, 63, 64, 65, 100, 255, 256, 1u << 31, ~0u};
  auto unsigneds = check::all_pairs(check::integers<unsigned>(2), amounts);
  auto ints = check::all_pairs(check::integers<int>(2), amounts);
  auto longs = check::all_pairs(check::integers<long long>(2), amounts);
  auto unsigned_longs = check::all_pairs(check::integers<unsigned long long>(2), amounts);
  check::expect_map<PtxLeft32>("shl.b32", unsigneds, [](Pair<unsigned> p) { return p.b > 31 ? 0u : p.a << p.b; });
  check::expect_map<PtxRight32>("shr.u32", unsigneds, [](Pair<unsigned> p) { return p.b > 31 ? 0u : p.a >> p.b; });
  check::expect_map<PtxRightSigned32>("shr.s32", ints,
                                      [](Pair<int, unsigned> p) { return p.a >> (p.b > 31 ? 31 : p.b); });
  check::expect_map<PtxLeft64>("shl.b64", unsigned_longs,
                               [](Pair<unsigned long long, unsigned> p) { return p.b > 63 ? 0ull : p.a << p.b; });
  check::expect_map<PtxRightSigned64>("shr.s64", longs,
                                      [](Pair<long long, unsigned> p) { return p.a >> (p.b > 63 ? 63 : p.b); });

  auto joined = [](unsigned low) { return std::uint64_t(~low * 3u) << 32 | low; };
  check::expect_map<FunnelLeft>("__funnelshift_l", unsigneds,
                                [&](Pair<unsigned> p) { return unsigned(joined(p.a) << (p.b & 31) >> 32); });
  check::expect_map<FunnelRight>("__funnelshift_r", unsigneds,
                                 [&](Pair<unsigned> p) { return unsigned(joined(p.a) >> (p.b & 31)); });
  check::expect_map<FunnelLeftClamped>("__funnelshift_lc", unsigneds, [&](Pair<unsigned> p) {
    return unsigned(joined(p.a) << std::min(p.b, 32u) >> 32);
  });
  check::expect_map<FunnelRightClamped>("__funnelshift_rc", unsigneds,
                                        [&](Pair<unsigned> p) { return unsigned(joined(p.a) >> std::min(p.b, 32u)); });
  check::expect_map<Rotate>("rotation of 32 bits", unsigneds, [](Pair<unsigned> p) {
    unsigned value = p.a;
    for (unsigned i = 0; i < p.b % 32; ++i) value = value + value + (value >> 31);
    return value;
  });
  check::expect_map<Rotate64>("rotation of 64 bits", unsigned_longs, [](Pair<unsigned long long, unsigned> p) {
    unsigned long long value = p.a;
    for (unsigned i = 0; i < p.b % 64; ++i) value = value + value + (value >> 63);
    return value;
  });
  return check::verdict();
}
