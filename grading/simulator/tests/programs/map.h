#pragma once
// Checks a device operation over a list of inputs: Op{}(input) on the device against a function of the host.
#include "check.h"

namespace check {

template <class Op, class In, class Out>
__global__ void map_kernel(const In* in, Out* out, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = Op{}(in[i]);
}

template <class Op, class In, class Out>
std::vector<Out> map(const std::vector<In>& inputs, int line) {
  DeviceArray<In> in(inputs);
  DeviceArray<Out> out(inputs.size());
  int count = static_cast<int>(inputs.size());
  map_kernel<Op, In, Out><<<(count + 127) / 128, 128>>>(in.get(), out.get(), count);
  return out.download(line);
}

// Bit for bit. `reference` takes the input and returns the type that the operation returns on the device.
template <class Op, class In, class Reference>
void expect_map(const std::string& what, const std::vector<In>& inputs, Reference reference,
                int line = __builtin_LINE()) {
  using Out = decltype(reference(inputs[0]));
  std::vector<Out> got = map<Op, In, Out>(inputs, line);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    Out wanted = reference(inputs[i]);
    if (!same<Out>(got[i], wanted)) {
      fail(what + " of input " + text(i) + " is " + text(got[i]) + ", should be " + text(wanted), line);
      return;
    }
  }
}

// Distance in units in the last place of T between `got` and the more precise `wanted`, rounded to T: the error as the CUDA
// C++ Programming Guide defines it (appendix Mathematical Functions), up to half a unit less than that from the exact value.
template <class T, class Wide>
double ulps(T got, Wide wanted) {
  if (std::isnan(got) || std::isnan(wanted)) return std::isnan(got) && std::isnan(wanted) ? 0 : INFINITY;
  T rounded = static_cast<T>(wanted);
  if (std::isinf(rounded) || std::isinf(got)) return got == rounded ? 0 : INFINITY;
  int exponent = 0;
  std::frexp(rounded, &exponent);
  exponent = std::max(exponent, std::numeric_limits<T>::min_exponent);  // denormals share one spacing
  Wide spacing = std::ldexp(Wide{1}, exponent - std::numeric_limits<T>::digits);
  return static_cast<double>(std::fabs(static_cast<Wide>(got) - static_cast<Wide>(rounded)) / spacing);
}

// Within `bound` units in the last place of a reference in a wider type.
template <class Op, class In, class Reference>
void expect_map_near(const std::string& what, const std::vector<In>& inputs, Reference reference, double bound,
                     int line = __builtin_LINE()) {
  std::vector<In> got = map<Op, In, In>(inputs, line);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    auto wanted = reference(inputs[i]);
    double distance = ulps(got[i], wanted);
    if (!(distance <= bound)) {
      fail(what + "(" + text(inputs[i]) + ") is " + text(got[i]) + ", " + text(distance) + " ulp from " +
               text(static_cast<In>(wanted)) + ", allowed are " + text(bound),
           line);
      return;
    }
  }
}

// Two operands, for operations that take more than one.
template <class T, class U = T>
struct Pair {
  T a;
  U b;
};

template <class T, class U = T>
std::vector<Pair<T, U>> all_pairs(const std::vector<T>& first, const std::vector<U>& second) {
  std::vector<Pair<T, U>> pairs;
  for (T a : first)
    for (U b : second) pairs.push_back({a, b});
  return pairs;
}

// Values at the edges of an integer type and a few random ones.
template <class T>
std::vector<T> integers(std::uint64_t seed = 1) {
  using Limits = std::numeric_limits<T>;
  std::vector<T> values = {T(0),
                           T(1),
                           T(2),
                           T(3),
                           T(7),
                           T(10),
                           T(31),
                           T(100),
                           T(-1),
                           T(-2),
                           T(-7),
                           T(-10),
                           Limits::max(),
                           T(Limits::max() - 1),
                           Limits::min(),
                           T(Limits::min() + 1),
                           T(Limits::max() / 2)};
  Random random(seed);
  for (int i = 0; i < 15; ++i) values.push_back(static_cast<T>(random.bits() >> random.below(8 * sizeof(T))));
  return values;
}

// Zeros, infinities, NaN, denormals, extremes, halves, and random values of all magnitudes.
template <class T>
std::vector<T> floats(std::uint64_t seed = 1) {
  using Limits = std::numeric_limits<T>;
  std::vector<T> values = {T(0),
                           T(-0.0),
                           T(1),
                           T(-1),
                           T(0.5),
                           T(-0.5),
                           T(1.5),
                           T(2.5),
                           T(-2.5),
                           T(3.5),
                           T(1e-3),
                           T(1e10),
                           Limits::infinity(),
                           -Limits::infinity(),
                           Limits::quiet_NaN(),
                           Limits::denorm_min(),
                           -Limits::denorm_min(),
                           Limits::min(),
                           Limits::min() / 2,
                           Limits::max(),
                           Limits::lowest(),
                           T(1) + Limits::epsilon(),
                           T(1) - Limits::epsilon() / 2};
  Random random(seed);
  for (int i = 0; i < 25; ++i) {
    T magnitude = std::ldexp(T(random.between(1, 2)), int(random.below(80)) - 40);
    values.push_back(random.below(2) ? magnitude : -magnitude);
  }
  return values;
}

}  // namespace check
