// Double-precision arithmetic bit for bit: rounding modes, fused multiply-add, denormals, infinities and signed zeros.
#include <cfenv>

#include "map.h"

using check::Pair;

// On the host in the rounding mode asked for; volatile keeps the arithmetic between the two changes of mode.
template <class Function>
double in_mode(int mode, Function function, double a, double b) {
  volatile double x = a, y = b;
  std::fesetround(mode);
  volatile double result = function(double(x), double(y));
  std::fesetround(FE_TONEAREST);
  return result;
}

struct Add {
  __device__ double operator()(Pair<double> p) const { return p.a + p.b; }
};
struct AddNearest {
  __device__ double operator()(Pair<double> p) const { return __dadd_rn(p.a, p.b); }
};
struct AddZero {
  __device__ double operator()(Pair<double> p) const { return __dadd_rz(p.a, p.b); }
};
struct AddUp {
  __device__ double operator()(Pair<double> p) const { return __dadd_ru(p.a, p.b); }
};
struct AddDown {
  __device__ double operator()(Pair<double> p) const { return __dadd_rd(p.a, p.b); }
};
struct Subtract {
  __device__ double operator()(Pair<double> p) const { return p.a - p.b; }
};
struct Multiply {
  __device__ double operator()(Pair<double> p) const { return p.a * p.b; }
};
struct MultiplyZero {
  __device__ double operator()(Pair<double> p) const { return __dmul_rz(p.a, p.b); }
};
struct MultiplyUp {
  __device__ double operator()(Pair<double> p) const { return __dmul_ru(p.a, p.b); }
};
struct MultiplyDown {
  __device__ double operator()(Pair<double> p) const { return __dmul_rd(p.a, p.b); }
};
struct Divide {
  __device__ double operator()(Pair<double> p) const { return p.a / p.b; }
};
struct DivideNearest {
  __device__ double operator()(Pair<double> p) const { return __ddiv_rn(p.a, p.b); }
};
struct DivideZero {
  __device__ double operator()(Pair<double> p) const { return __ddiv_rz(p.a, p.b); }
};
struct Reciprocal {
  __device__ double operator()(double a) const { return __drcp_rn(a); }
};
struct Root {
  __device__ double operator()(double a) const { return sqrt(a); }
};
struct RootUp {
  __device__ double operator()(double a) const { return __dsqrt_ru(a); }
};
struct Negate {
  __device__ double operator()(double a) const { return -a; }
};
struct Fused {
  __device__ double operator()(Pair<double> p) const { return fma(p.a, p.b, -1.0 / 3.0); }
};
struct FusedZero {
  __device__ double operator()(Pair<double> p) const { return __fma_rz(p.a, p.b, p.a); }
};
struct Unfused {
  __device__ double operator()(Pair<double> p) const { return __dadd_rn(__dmul_rn(p.a, p.b), 1.0); }
};

// The rounding error of a product, exact thanks to the fused form; 0 would mean that it was rounded twice.
struct ProductError {
  __device__ double operator()(Pair<double> p) const { return fma(p.a, p.b, -__dmul_rn(p.a, p.b)); }
};

int main() {
  auto values = check::floats<double>(1);
  auto pairs = check::all_pairs(values, check::floats<double>(2));
  auto add = [](double a, double b) { return a + b; };
  auto multiply = [](double a, double b) { return a * b; };
  auto divide = [](double a, double b) { return a / b; };

  check::expect_map<Add>("a + b", pairs, [](Pair<double> p) { return p.a + p.b; });
  check::expect_map<AddNearest>("__dadd_rn", pairs, [](Pair<double> p) { return p.a + p.b; });
  check::expect_map<AddZero>("__dadd_rz", pairs, [&](Pair<double> p) { return in_mode(FE_TOWARDZERO, add, p.a, p.b); });
  check::expect_map<AddUp>("__dadd_ru", pairs, [&](Pair<double> p) { return in_mode(FE_UPWARD, add, p.a, p.b); });
  check::expect_map<AddDown>("__dadd_rd", pairs, [&](Pair<double> p) { return in_mode(FE_DOWNWARD, add, p.a, p.b); });
  check::expect_map<Subtract>("a - b", pairs, [](Pair<double> p) { return p.a - p.b; });
  check::expect_map<Multiply>("a * b", pairs, [](Pair<double> p) { return p.a * p.b; });
  check::expect_map<MultiplyZero>("__dmul_rz", pairs,
                                  [&](Pair<double> p) { return in_mode(FE_TOWARDZERO, multiply, p.a, p.b); });
  check::expect_map<MultiplyUp>("__dmul_ru", pairs,
                                [&](Pair<double> p) { return in_mode(FE_UPWARD, multiply, p.a, p.b); });
  check::expect_map<MultiplyDown>("__dmul_rd", pairs,
                                  [&](Pair<double> p) { return in_mode(FE_DOWNWARD, multiply, p.a, p.b); });
  check::expect_map<Divide>("a / b", pairs, [](Pair<double> p) { return p.a / p.b; });
  check::expect_map<DivideNearest>("__ddiv_rn", pairs, [](Pair<double> p) { return p.a / p.b; });
  check::expect_map<DivideZero>("__ddiv_rz", pairs,
                                [&](Pair<double> p) { return in_mode(FE_TOWARDZERO, divide, p.a, p.b); });
  check::expect_map<Reciprocal>("__drcp_rn", values, [](double a) { return 1.0 / a; });
  check::expect_map<Root>("sqrt", values, [](double a) { return std::sqrt(a); });
  check::expect_map<RootUp>("__dsqrt_ru", values, [&](double a) {
    return in_mode(
        FE_UPWARD, [](double x, double) { return std::sqrt(x); }, a, a);
  });
  check::expect_map<Negate>("-a", values, [](double a) { return -a; });
  check::expect_map<Fused>("fma", pairs, [](Pair<double> p) { return std::fma(p.a, p.b, -1.0 / 3.0); });
  check::expect_map<FusedZero>("__fma_rz", pairs, [&](Pair<double> p) {
    return in_mode(
        FE_TOWARDZERO, [](double a, double b) { return std::fma(a, b, a); }, p.a, p.b);
  });
  check::expect_map<Unfused>("__dmul_rn then __dadd_rn", pairs, [](Pair<double> p) {
    volatile double product = p.a * p.b;
    return product + 1.0;
  });

  std::vector<Pair<double>> finite;
  check::Random random(5);
  for (int i = 0; i < 200; ++i) finite.push_back({double(random.between(1, 2)), double(random.between(1, 2))});
  // Exact without a fused instruction (Dekker): halves of 26 bits, whose products are exact.
  check::expect_map<ProductError>("rounding error of a product", finite, [](Pair<double> p) {
    auto high_half = [](double x) {
      volatile double scaled = x * 134217729.0;  // 2^27 + 1
      volatile double difference = scaled - x;
      return scaled - difference;
    };
    double a1 = high_half(p.a), a2 = p.a - a1, b1 = high_half(p.b), b2 = p.b - b1;
    volatile double rounded = p.a * p.b, p11 = a1 * b1, p12 = a1 * b2, p21 = a2 * b1, p22 = a2 * b2;
    volatile double first = p11 - rounded, second = first + p12, third = second + p21;
    return third + p22;
  });
  return check::verdict();
}
