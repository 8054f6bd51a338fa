// The fast intrinsics (__expf, __sinf, ...) within the bounds of the CUDA C++ Programming Guide: absolute or in units
// in the last place, as the guide states them.
#include "map.h"

#define INTRINSIC(Name, expression)                                   \
  struct Name {                                                       \
    __device__ float operator()(float a) const { return expression; } \
  };

INTRINSIC(FastExp, __expf(a))
INTRINSIC(FastExp10, __exp10f(a))
INTRINSIC(FastLog, __logf(a))
INTRINSIC(FastLog2, __log2f(a))
INTRINSIC(FastLog10, __log10f(a))
INTRINSIC(FastSin, __sinf(a))
INTRINSIC(FastCos, __cosf(a))
INTRINSIC(FastRsqrt, __frsqrt_rn(a))
INTRINSIC(FastDivide, __fdividef(3.0f, a))
INTRINSIC(FastPower, __powf(a, 2.5f))

std::vector<float> range(double low, double high) {
  check::Random random(9);
  std::vector<float> values;
  for (int i = 0; i < 500; ++i) values.push_back(float(random.between(low, high)));
  return values;
}

template <class Op, class Reference, class Bound>
void within(const std::string& what, const std::vector<float>& inputs, Reference reference, Bound bound) {
  auto got = check::map<Op, float, float>(inputs, __LINE__);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    double wanted = reference(double(inputs[i])), allowed = bound(double(inputs[i]), wanted);
    check::expect(std::fabs(got[i] - wanted) <= allowed, what + "(" + check::text(inputs[i]) + ") is " +
                                                             check::text(got[i]) + ", should be " +
                                                             check::text(wanted) + " within " + check::text(allowed));
  }
}

// The size of one unit in the last place of a float near `value`.
double ulp(double value) {
  int exponent;
  std::frexp(value, &exponent);
  return std::ldexp(1.0, exponent - 24);
}

int main() {
  auto absolute = [](double error) { return [error](double, double) { return error; }; };
  auto units = [](double count) { return [count](double, double wanted) { return count * ulp(wanted); }; };
  auto cosine = [](double a) { return std::cos(a); };
  auto sine = [](double a) { return std::sin(a); };
  within<FastExp>(
      "__expf", range(-20, 20), [](double a) { return std::exp(a); },
      [](double a, double wanted) { return (2 + std::floor(std::fabs(1.173 * a))) * ulp(wanted); });
  within<FastExp10>(
      "__exp10f", range(-10, 10), [](double a) { return std::pow(10.0, a); },
      [](double a, double wanted) { return (2 + std::floor(std::fabs(2.97 * a))) * ulp(wanted); });
  within<FastLog>(
      "__logf", range(0.5, 2), [](double a) { return std::log(a); }, absolute(0x1p-21 * 0.76));
  within<FastLog>(
      "__logf", range(2.1, 1e6), [](double a) { return std::log(a); }, units(3));
  within<FastLog2>(
      "__log2f", range(0.5, 2), [](double a) { return std::log2(a); }, absolute(0x1p-22));
  within<FastLog2>(
      "__log2f", range(2.1, 1e6), [](double a) { return std::log2(a); }, units(2));
  within<FastLog10>(
      "__log10f", range(0.5, 2), [](double a) { return std::log10(a); }, absolute(0x1p-24));
  within<FastLog10>(
      "__log10f", range(2.1, 1e6), [](double a) { return std::log10(a); }, units(3));
  within<FastSin>("__sinf", range(-3.14159, 3.14159), sine, absolute(0x1p-21 * 0.76));
  within<FastCos>("__cosf", range(-3.14159, 3.14159), cosine, absolute(0x1p-21 * 0.88));
  within<FastRsqrt>(
      "__frsqrt_rn", range(1e-3, 1e6), [](double a) { return 1 / std::sqrt(a); }, units(0.500001));
  within<FastDivide>(
      "__fdividef", range(1e-3, 1e6), [](double a) { return 3 / a; }, units(2));
  // __powf is exp2(y * log2(x)): the error of the logarithm counts y times.
  within<FastPower>(
      "__powf", range(0.5, 30), [](double a) { return std::pow(a, 2.5); },
      [](double, double wanted) { return 16 * ulp(wanted); });
  return check::verdict();
}
