// Transcendental functions within the error bounds that the CUDA C++ Programming Guide states (appendix Mathematical
// Functions), in units in the last place, against the host's library in a wider type.
#include "map.h"

// `name` for float with the suffix f, and for double without.
#define FUNCTION(Name, name)                                          \
  struct Name##Float {                                                \
    __device__ float operator()(float a) const { return name##f(a); } \
  };                                                                  \
  struct Name##Double {                                               \
    __device__ double operator()(double a) const { return name(a); }  \
  };

FUNCTION(Sqrt, sqrt)
FUNCTION(Cbrt, cbrt)
FUNCTION(Exp, exp)
FUNCTION(Exp2, exp2)
FUNCTION(Expm1, expm1)
FUNCTION(Log, log)
FUNCTION(Log2, log2)
FUNCTION(Log10, log10)
FUNCTION(Log1p, log1p)
FUNCTION(Sin, sin)
FUNCTION(Cos, cos)
FUNCTION(Tan, tan)
FUNCTION(Asin, asin)
FUNCTION(Acos, acos)
FUNCTION(Atan, atan)
FUNCTION(Sinh, sinh)
FUNCTION(Cosh, cosh)
FUNCTION(Tanh, tanh)
FUNCTION(Erf, erf)
FUNCTION(Erfc, erfc)
FUNCTION(Lgamma, lgamma)
FUNCTION(Tgamma, tgamma)
FUNCTION(Rsqrt, rsqrt)

template <class T>
struct Power {
  __device__ T operator()(check::Pair<T> p) const { return pow(p.a, p.b); }
};
template <class T>
struct Hypot {
  __device__ T operator()(check::Pair<T> p) const { return hypot(p.a, p.b); }
};
template <class T>
struct Atan2 {
  __device__ T operator()(check::Pair<T> p) const { return atan2(p.a, p.b); }
};
struct SinCos {
  __device__ float operator()(float a) const {
    float sine, cosine;
    sincosf(a, &sine, &cosine);
    return sine * 2 + cosine;
  }
};

template <class T>
std::vector<T> range(double low, double high) {
  check::Random random(7);
  std::vector<T> values = {T(low), T(high)};
  for (int i = 0; i < 300; ++i) values.push_back(T(random.between(low, high)));
  return values;
}

template <class Op, class T, class Wide>
void two(const std::string& what, double low, double high, Wide (*reference)(Wide, Wide), double bound) {
  std::vector<check::Pair<T>> pairs;
  check::Random random(8);
  for (int i = 0; i < 300; ++i) pairs.push_back({T(random.between(low, high)), T(random.between(-6, 6))});
  std::vector<T> got = check::map<Op, check::Pair<T>, T>(pairs, __LINE__);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    Wide wanted = reference(pairs[i].a, pairs[i].b);
    double distance = check::ulps(got[i], wanted);
    check::expect(distance <= bound, what + "(" + check::text(pairs[i].a) + ", " + check::text(pairs[i].b) + ") is " +
                                         check::text(got[i]) + ", " + check::text(distance) + " ulp off");
  }
}

#define NEAR(Name, name, low, high, float_bound, double_bound)                            \
  check::expect_map_near<Name##Float>(                                                    \
      #name "f", range<float>(low, high), [](double a) { return name(a); }, float_bound); \
  check::expect_map_near<Name##Double>(                                                   \
      #name, range<double>(low, high), [](long double a) { return name##l(a); }, double_bound);

double rsqrt_of(double a) { return 1 / std::sqrt(a); }
long double rsqrt_ofl(long double a) { return 1 / std::sqrt(a); }

int main() {
  // Bounds: float, double.
  NEAR(Sqrt, sqrt, 0, 1e6, 0, 0)
  NEAR(Cbrt, cbrt, -1e6, 1e6, 1, 1)
  NEAR(Exp, exp, -80, 80, 2, 1)
  NEAR(Exp2, exp2, -100, 100, 2, 1)
  NEAR(Expm1, expm1, -5, 5, 1, 1)
  NEAR(Log, log, 1e-6, 1e6, 1, 1)
  NEAR(Log2, log2, 1e-6, 1e6, 1, 1)
  NEAR(Log10, log10, 1e-6, 1e6, 2, 1)
  NEAR(Log1p, log1p, -0.9, 10, 1, 1)
  NEAR(Sin, sin, -1000, 1000, 2, 2)
  NEAR(Cos, cos, -1000, 1000, 2, 2)
  NEAR(Tan, tan, -100, 100, 4, 2)
  NEAR(Asin, asin, -1, 1, 2, 2)
  NEAR(Acos, acos, -1, 1, 2, 2)
  NEAR(Atan, atan, -100, 100, 2, 2)
  NEAR(Sinh, sinh, -20, 20, 3, 2)
  NEAR(Cosh, cosh, -20, 20, 2, 1)
  NEAR(Tanh, tanh, -5, 5, 2, 2)
  NEAR(Erf, erf, -3, 3, 2, 2)
  NEAR(Erfc, erfc, -3, 5, 4, 5)
  NEAR(Lgamma, lgamma, 3, 50, 6, 4)
  NEAR(Tgamma, tgamma, 0.5, 20, 5, 10)
  check::expect_map_near<RsqrtFloat>("rsqrtf", range<float>(1e-6, 1e6), rsqrt_of, 2);
  check::expect_map_near<RsqrtDouble>("rsqrt", range<double>(1e-6, 1e6), rsqrt_ofl, 1);
  check::expect_map_near<SinCos>(
      "sincosf, 2 sin + cos", range<float>(0.1, 1.4), [](double a) { return 2 * std::sin(a) + std::cos(a); }, 6);
  two<Power<float>, float, double>(
      "powf", 0.01, 50, [](double a, double b) { return std::pow(a, b); }, 4);
  two<Power<double>, double, long double>(
      "pow", 0.01, 50, [](long double a, long double b) { return std::pow(a, b); }, 2);
  two<Hypot<float>, float, double>(
      "hypotf", -50, 50, [](double a, double b) { return std::hypot(a, b); }, 3);
  two<Hypot<double>, double, long double>(
      "hypot", -50, 50, [](long double a, long double b) { return std::hypot(a, b); }, 2);
  two<Atan2<float>, float, double>(
      "atan2f", -50, 50, [](double a, double b) { return std::atan2(a, b); }, 3);
  two<Atan2<double>, double, long double>(
      "atan2", -50, 50, [](long double a, long double b) { return std::atan2(a, b); }, 2);

  // The edges are exact.
  std::vector<float> edges = {0.0f, -0.0f, INFINITY, -INFINITY, NAN};
  check::expect_map<ExpFloat>("expf", edges, [](float a) { return std::exp(a); });
  check::expect_map<LogFloat>("logf", edges, [](float a) { return std::log(a); });
  check::expect_map<SinFloat>("sinf", edges, [](float a) { return std::sin(a); });
  check::expect_map<TanhFloat>("tanhf", edges, [](float a) { return std::tanh(a); });
  auto edge_pairs = check::all_pairs(std::vector<float>{0, 1, -1, 2, -2, INFINITY, -INFINITY},
                                     std::vector<float>{0, 1, 2, 3, -1, 0.5f, INFINITY, -INFINITY});
  check::expect_map<Power<float>>("powf", edge_pairs, [](check::Pair<float> p) { return std::pow(p.a, p.b); });
  return check::verdict();
}
