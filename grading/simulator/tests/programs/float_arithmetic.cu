// Single-precision arithmetic bit for bit: rounding modes, fused multiply-add, denormals, infinities and signed zeros.
#include <cfenv>

#include "map.h"

using check::Pair;

// On the host in the rounding mode asked for; volatile keeps the arithmetic between the two changes of mode.
template <class Function>
float in_mode(int mode, Function function, float a, float b) {
  volatile float x = a, y = b;
  std::fesetround(mode);
  volatile float result = function(float(x), float(y));
  std::fesetround(FE_TONEAREST);
  return result;
}

struct Add {
  __device__ float operator()(Pair<float> p) const { return p.a + p.b; }
};
struct AddNearest {
  __device__ float operator()(Pair<float> p) const { return __fadd_rn(p.a, p.b); }
};
struct AddZero {
  __device__ float operator()(Pair<float> p) const { return __fadd_rz(p.a, p.b); }
};
struct AddUp {
  __device__ float operator()(Pair<float> p) const { return __fadd_ru(p.a, p.b); }
};
struct AddDown {
  __device__ float operator()(Pair<float> p) const { return __fadd_rd(p.a, p.b); }
};
struct Subtract {
  __device__ float operator()(Pair<float> p) const { return p.a - p.b; }
};
struct Multiply {
  __device__ float operator()(Pair<float> p) const { return p.a * p.b; }
};
struct MultiplyZero {
  __device__ float operator()(Pair<float> p) const { return __fmul_rz(p.a, p.b); }
};
struct MultiplyUp {
  __device__ float operator()(Pair<float> p) const { return __fmul_ru(p.a, p.b); }
};
struct MultiplyDown {
  __device__ float operator()(Pair<float> p) const { return __fmul_rd(p.a, p.b); }
};
struct Divide {
  __device__ float operator()(Pair<float> p) const { return p.a / p.b; }
};
struct DivideNearest {
  __device__ float operator()(Pair<float> p) const { return __fdiv_rn(p.a, p.b); }
};
struct DivideZero {
  __device__ float operator()(Pair<float> p) const { return __fdiv_rz(p.a, p.b); }
};
struct Reciprocal {
  __device__ float operator()(float a) const { return __frcp_rn(a); }
};
struct Root {
  __device__ float operator()(float a) const { return sqrtf(a); }
};
struct RootUp {
  __device__ float operator()(float a) const { return __fsqrt_ru(a); }
};
struct Negate {
  __device__ float operator()(float a) const { return -a; }
};
struct Fused {
  __device__ float operator()(Pair<float> p) const { return fmaf(p.a, p.b, -1.0f / 3.0f); }
};
struct FusedZero {
  __device__ float operator()(Pair<float> p) const { return __fmaf_rz(p.a, p.b, p.a); }
};
struct Unfused {
  __device__ float operator()(Pair<float> p) const { return __fadd_rn(__fmul_rn(p.a, p.b), 1.0f); }
};

// The rounding error of a product, exact thanks to the fused form; 0 would mean that it was rounded twice.
struct ProductError {
  __device__ float operator()(Pair<float> p) const { return fmaf(p.a, p.b, -__fmul_rn(p.a, p.b)); }
};

int main() {
  auto values = check::floats<float>(1);
  auto pairs = check::all_pairs(values, check::floats<float>(2));
  auto add = [](float a, float b) { return a + b; };
  auto multiply = [](float a, float b) { return a * b; };
  auto divide = [](float a, float b) { return a / b; };

  check::expect_map<Add>("a + b", pairs, [](Pair<float> p) { return p.a + p.b; });
  check::expect_map<AddNearest>("__fadd_rn", pairs, [](Pair<float> p) { return p.a + p.b; });
  check::expect_map<AddZero>("__fadd_rz", pairs, [&](Pair<float> p) { return in_mode(FE_TOWARDZERO, add, p.a, p.b); });
  check::expect_map<AddUp>("__fadd_ru", pairs, [&](Pair<float> p) { return in_mode(FE_UPWARD, add, p.a, p.b); });
  check::expect_map<AddDown>("__fadd_rd", pairs, [&](Pair<float> p) { return in_mode(FE_DOWNWARD, add, p.a, p.b); });
  check::expect_map<Subtract>("a - b", pairs, [](Pair<float> p) { return p.a - p.b; });
  check::expect_map<Multiply>("a * b", pairs, [](Pair<float> p) { return p.a * p.b; });
  check::expect_map<MultiplyZero>("__fmul_rz", pairs,
                                  [&](Pair<float> p) { return in_mode(FE_TOWARDZERO, multiply, p.a, p.b); });
  check::expect_map<MultiplyUp>("__fmul_ru", pairs,
                                [&](Pair<float> p) { return in_mode(FE_UPWARD, multiply, p.a, p.b); });
  check::expect_map<MultiplyDown>("__fmul_rd", pairs,
                                  [&](Pair<float> p) { return in_mode(FE_DOWNWARD, multiply, p.a, p.b); });
  check::expect_map<Divide>("a / b", pairs, [](Pair<float> p) { return p.a / p.b; });
  check::expect_map<DivideNearest>("__fdiv_rn", pairs, [](Pair<float> p) { return p.a / p.b; });
  check::expect_map<DivideZero>("__fdiv_rz", pairs,
                                [&](Pair<float> p) { return in_mode(FE_TOWARDZERO, divide, p.a, p.b); });
  check::expect_map<Reciprocal>("__frcp_rn", values, [](float a) { return 1.0f / a; });
  check::expect_map<Root>("sqrtf", values, [](float a) { return std::sqrt(a); });
  check::expect_map<RootUp>("__fsqrt_ru", values, [&](float a) {
    return in_mode(
        FE_UPWARD, [](float x, float) { return std::sqrt(x); }, a, a);
  });
  check::expect_map<Negate>("-a", values, [](float a) { return -a; });
  check::expect_map<Fused>("fmaf", pairs, [](Pair<float> p) { return std::fma(p.a, p.b, -1.0f / 3.0f); });
  check::expect_map<FusedZero>("__fmaf_rz", pairs, [&](Pair<float> p) {
    return in_mode(
        FE_TOWARDZERO, [](float a, float b) { return std::fma(a, b, a); }, p.a, p.b);
  });
  check::expect_map<Unfused>("__fmul_rn then __fadd_rn", pairs, [](Pair<float> p) {
    volatile float product = p.a * p.b;
    return product + 1.0f;
  });

  std::vector<Pair<float>> finite;
  check::Random random(5);
  for (int i = 0; i < 200; ++i) finite.push_back({float(random.between(1, 2)), float(random.between(1, 2))});
  // A product of two 24-bit numbers has 48 bits, which a double holds.
  check::expect_map<ProductError>("rounding error of a product", finite, [](Pair<float> p) {
    double exact = double(p.a) * double(p.b);
    return float(exact - double(float(exact)));
  });
  return check::verdict();
}
