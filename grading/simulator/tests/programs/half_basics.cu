// Half precision: every one of the 65536 values to float and back, arithmetic, fused multiply-add, pairs, comparisons.
#include <cuda_fp16.h>

#include "map.h"

using check::Pair;
using Bits = unsigned short;

// IEEE 754 binary16 by hand: sign, 5 bits of exponent, 10 of fraction.
float widen(Bits bits) {
  int exponent = bits >> 10 & 31, fraction = bits & 1023;
  float size = exponent == 31  ? (fraction ? NAN : INFINITY)
               : exponent == 0 ? std::ldexp(float(fraction), -24)
                               : std::ldexp(float(1024 + fraction), exponent - 25);
  return std::copysign(size, bits & 0x8000 ? -1.0f : 1.0f);
}

// To the nearest half, ties to even.
Bits narrow(double value) {
  if (std::isnan(value)) return 0x7fff;
  Bits sign = std::signbit(value) ? 0x8000 : 0;
  double size = std::fabs(value);
  if (size >= 65520) return sign | 0x7c00;
  int exponent = -14;
  if (size >= 0x1p-14) exponent = std::ilogb(size);
  int units = int(std::nearbyint(std::ldexp(size, 10 - exponent)));  // 1024 to 2048, less for denormals
  return Bits(sign | (((exponent + 14) << 10) + units));
}

bool same_half(Bits a, Bits b) { return std::isnan(widen(a)) ? std::isnan(widen(b)) : a == b; }

__device__ half from_bits(Bits bits) { return __ushort_as_half(bits); }
__device__ Bits to_bits(half value) { return __half_as_ushort(value); }

struct Widen {
  __device__ float operator()(Bits a) const { return __half2float(from_bits(a)); }
};
struct Narrow {
  __device__ Bits operator()(float a) const { return to_bits(__float2half(a)); }
};
struct FromInt {
  __device__ Bits operator()(int a) const { return to_bits(__int2half_rn(a)); }
};
struct ToInt {
  __device__ int operator()(Bits a) const { return __half2int_rz(from_bits(a)); }
};
struct Add {
  __device__ Bits operator()(Pair<Bits> p) const { return to_bits(__hadd(from_bits(p.a), from_bits(p.b))); }
};
struct Subtract {
  __device__ Bits operator()(Pair<Bits> p) const { return to_bits(from_bits(p.a) - from_bits(p.b)); }
};
struct Multiply {
  __device__ Bits operator()(Pair<Bits> p) const { return to_bits(from_bits(p.a) * from_bits(p.b)); }
};
struct Fused {
  __device__ Bits operator()(Pair<Bits> p) const {
    return to_bits(__hfma(from_bits(p.a), from_bits(p.b), __float2half(0.25f)));
  }
};
struct Negate {
  __device__ Bits operator()(Bits a) const { return to_bits(-from_bits(a)); }
};
struct Compare {
  __device__ int operator()(Pair<Bits> p) const {
    half a = from_bits(p.a), b = from_bits(p.b);
    return (a < b) | (a <= b) << 1 | (a == b) << 2 | (a != b) << 3;
  }
};

// Pairs of halves: y = a * x + y on both halves at once, and the sum of the two in float.
__global__ void axpy_pairs(half2 a, const half2* x, half2* y, float* sums, int pairs) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= pairs) return;
  y[i] = __hfma2(a, x[i], y[i]);
  sums[i] = __low2float(y[i]) + __high2float(y[i]);
}

template <class Op, class In, class Reference>
void expect_halves(const std::string& what, const std::vector<In>& inputs, Reference reference) {
  auto got = check::map<Op, In, Bits>(inputs, __LINE__);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    Bits wanted = narrow(reference(inputs[i]));
    check::expect(same_half(got[i], wanted), what + " of input " + check::text(i) + " is " +
                                                 check::text(widen(got[i])) + ", should be " +
                                                 check::text(widen(wanted)));
  }
}

int main() {
  std::vector<Bits> all(65536);
  for (int i = 0; i < 65536; ++i) all[i] = Bits(i);
  check::expect_map<Widen>("__half2float", all, widen);
  std::vector<float> values = check::floats<float>(1);
  for (int i = 0; i < 31 * 1024; i += 7) values.push_back((widen(Bits(i)) + widen(Bits(i + 1))) / 2);  // the ties
  for (int i = 0; i < 31 * 1024; i += 5) values.push_back(widen(Bits(i)));
  expect_halves<Narrow>("__float2half", values, [](float a) { return double(a); });
  expect_halves<FromInt>("__int2half_rn", std::vector<int>{0, 1, -1, 2047, 2049, 2051, -4099, 65519, 65520, 100000},
                         [](int a) { return double(a); });
  std::vector<Bits> finite, some;
  for (int i = 0; i < 65536; i += 37)
    if (std::isfinite(widen(Bits(i)))) finite.push_back(Bits(i));
  for (int i = 0; i < 65536; i += 577) some.push_back(Bits(i));
  check::expect_map<ToInt>("__half2int_rz", finite, [](Bits a) { return int(widen(a)); });

  auto pairs = check::all_pairs(some, some);
  expect_halves<Add>("__hadd", pairs, [](Pair<Bits> p) { return double(widen(p.a)) + widen(p.b); });
  expect_halves<Subtract>("a - b", pairs, [](Pair<Bits> p) { return double(widen(p.a)) - widen(p.b); });
  expect_halves<Multiply>("a * b", pairs, [](Pair<Bits> p) { return double(widen(p.a)) * widen(p.b); });
  // Exact in double: a product of two halves has 22 bits, and 0.25 lies within 50 bits of its last one.
  expect_halves<Fused>("__hfma", pairs, [](Pair<Bits> p) { return double(widen(p.a)) * widen(p.b) + 0.25; });
  expect_halves<Negate>("-a", some, [](Bits a) { return -double(widen(a)); });
  check::expect_map<Compare>("half comparisons", pairs, [](Pair<Bits> p) {
    float a = widen(p.a), b = widen(p.b);
    return int(a < b) | int(a <= b) << 1 | int(a == b) << 2 | int(a != b) << 3;
  });

  constexpr int count = 100;
  std::vector<half2> x(count), y(count);
  for (int i = 0; i < count; ++i) {
    x[i] = __floats2half2_rn(float(i), 0.5f * i);
    y[i] = __floats2half2_rn(1.0f, -2.0f * i);
  }
  check::DeviceArray<half2> device_x(x), device_y(y);
  check::DeviceArray<float> sums(count);
  axpy_pairs<<<4, 32>>>(__floats2half2_rn(2.0f, 3.0f), device_x.get(), device_y.get(), sums.get(), count);
  auto got = sums.download();
  for (int i = 0; i < count; ++i) {  // small multiples of a half: exact
    check::expect_equal("sum of pair " + check::text(i), got[i], (2.0f * i + 1) + (1.5f * i - 2.0f * i));
  }
  return check::verdict();
}
