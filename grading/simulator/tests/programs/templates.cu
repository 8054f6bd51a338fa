// Templates, constexpr, folds and lambdas in kernels.
#include "check.h"

template <class T, int scale>
__global__ void scaled(const T* in, T* out, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = static_cast<T>(in[i] * scale);
}

constexpr __host__ __device__ int power(int base, int exponent) {
  return exponent == 0 ? 1 : base * power(base, exponent - 1);
}

template <int n>
struct Factorial {
  static constexpr int value = n * Factorial<n - 1>::value;
};
template <>
struct Factorial<0> {
  static constexpr int value = 1;
};

template <class T>
__device__ int kind() {
  if constexpr (std::is_floating_point_v<T>)
    return 1;
  else if constexpr (sizeof(T) == 1)
    return 2;
  else
    return 3;
}

template <class... Ts>
__device__ auto sum(Ts... values) {
  return (values + ...);
}

__constant__ constexpr int primes[] = {2, 3, 5, 7, 11, 13};

__global__ void at_compile_time(int* out) {
  static_assert(power(3, 4) == 81);
  constexpr int squares[] = {0, 1, 4, 9, 16, 25};
  out[0] = power(2, 10);
  out[1] = Factorial<6>::value;
  out[2] = kind<float>() * 100 + kind<char>() * 10 + kind<int>();
  out[3] = sum(1, 2, 3, 4, 5);
  int total = 0;
  for (int square : squares) total += square;
  for (int prime : primes) total += 1000 * prime;
  out[4] = total;
  auto [quotient, rest] = [](int a, int b) { return int2{a / b, a % b}; }(47, 6);
  out[5] = quotient * 10 + rest;
}

template <class Function>
__device__ int fold(const int* values, int count, int start, Function function) {
  for (int i = 0; i < count; ++i) start = function(start, values[i]);
  return start;
}

__global__ void lambdas(const int* values, int count, int* out) {
  int t = threadIdx.x, factor = t + 1;
  auto weighted = [factor](int a, int b) { return a + factor * b; };
  out[t * 3] = fold(values, count, 0, weighted);
  out[t * 3 + 1] = fold(values, count, -1, [](int a, int b) { return a > b ? a : b; });
  int calls = 0;
  fold(values, count, 0, [&calls, t](int, int b) { return calls += b % (t + 2) == 0; });
  out[t * 3 + 2] = calls;
}

// A functor chosen by the caller, the usual shape of generic kernels.
struct Square {
  __host__ __device__ float operator()(float x) const { return x * x; }
};
struct Shift {
  float by;
  __host__ __device__ float operator()(float x) const { return x + by; }
};
template <class Function>
__global__ void transform(float* values, int count, Function function) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] = function(values[i]);
}

template <class T, int scale>
void check_scaled(const std::string& type) {
  std::vector<T> in(100), wanted(100);
  for (int i = 0; i < 100; ++i) in[i] = T(i), wanted[i] = T(T(i) * scale);
  check::DeviceArray<T> device_in(in), out(100);
  scaled<T, scale><<<4, 32>>>(device_in.get(), out.get(), 100);
  check::expect_equal("scaled " + type, out.download(), wanted);
}

int main() {
  check_scaled<int, 3>("int");
  check_scaled<double, -2>("double");
  check_scaled<unsigned char, 7>("unsigned char");

  check::DeviceArray<int> numbers(6);
  at_compile_time<<<1, 1>>>(numbers.get());
  check::expect_equal("compile-time results", numbers.download(), {1024, 720, 123, 15, 55 + 41000, 75});

  std::vector<int> values = {3, 1, 4, 1, 5, 9, 2, 6};
  check::DeviceArray<int> device_values(values), folded(40 * 3);
  lambdas<<<1, 40>>>(device_values.get(), 8, folded.get());
  auto got = folded.download();
  for (int t = 0; t < 40; ++t) {
    int multiples = 0;
    for (int value : values) multiples += value % (t + 2) == 0;
    check::expect_equal("weighted fold", got[t * 3], 31 * (t + 1));
    check::expect_equal("largest", got[t * 3 + 1], 9);
    check::expect_equal("counting fold", got[t * 3 + 2], multiples);
  }

  std::vector<float> floats = {1, 2, 3, 4, 5};
  check::DeviceArray<float> device_floats(floats);
  transform<<<1, 32>>>(device_floats.get(), 5, Square{});
  transform<<<1, 32>>>(device_floats.get(), 5, Shift{0.5f});
  check::expect_equal("transformed", device_floats.download(), {1.5f, 4.5f, 9.5f, 16.5f, 25.5f});
  return check::verdict();
}
