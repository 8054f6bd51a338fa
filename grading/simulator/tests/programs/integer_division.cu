// Quotient and remainder, signed and unsigned, 8 to 64 bits, by run-time values and by constants.
#include "map.h"

using check::Pair;

template <class T>
struct Quotient {
  __device__ T operator()(Pair<T> p) const { return T(p.a / p.b); }
};
template <class T>
struct Remainder {
  __device__ T operator()(Pair<T> p) const { return T(p.a % p.b); }
};
// Compilers turn a constant divisor into shifts or a multiplication by a reciprocal.
template <class T, T divisor>
struct ByConstant {
  __device__ T operator()(T a) const { return T(T(a / divisor) ^ T(a % divisor)); }
};

// The schoolbook division, one bit at a time: no division instruction of the host is trusted.
std::uint64_t long_division(std::uint64_t a, std::uint64_t b, std::uint64_t* remainder) {
  std::uint64_t quotient = 0, rest = 0;
  for (int bit = 63; bit >= 0; --bit) {
    bool carry = rest >> 63;
    rest = rest << 1 | (a >> bit & 1);
    if (carry || rest >= b) {
      rest -= b;
      quotient |= std::uint64_t{1} << bit;
    }
  }
  *remainder = rest;
  return quotient;
}

// C++ rounds towards zero; the remainder has the sign of the dividend.
template <class T>
T divide(T a, T b, T* remainder) {
  constexpr int top = 8 * sizeof(T) - 1;
  bool a_negative = std::is_signed_v<T> && (a >> top) != 0, b_negative = std::is_signed_v<T> && (b >> top) != 0;
  std::uint64_t rest, a_size = a_negative ? 0 - std::uint64_t(a) : std::uint64_t(a),
                      b_size = b_negative ? 0 - std::uint64_t(b) : std::uint64_t(b);
  std::uint64_t quotient = long_division(a_size, b_size, &rest);
  *remainder = T(a_negative ? 0 - rest : rest);
  return T(a_negative != b_negative ? 0 - quotient : quotient);
}

template <class T, T divisor>
void by_constant(const std::string& type) {
  check::expect_map<ByConstant<T, divisor>>(type + " divided by the constant " + check::text(divisor),
                                            check::integers<T>(3), [](T a) {
                                              T rest, quotient = divide<T>(a, divisor, &rest);
                                              return T(quotient ^ rest);
                                            });
}

template <class T>
void division(const std::string& type) {
  std::vector<Pair<T>> pairs;
  for (Pair<T> p : check::all_pairs(check::integers<T>(1), check::integers<T>(2))) {
    bool overflows = std::is_signed_v<T> && p.a == std::numeric_limits<T>::min() && p.b == T(-1);
    if (p.b != 0 && !overflows) pairs.push_back(p);
  }
  check::expect_map<Quotient<T>>(type + " a / b", pairs, [](Pair<T> p) {
    T rest;
    return divide<T>(p.a, p.b, &rest);
  });
  check::expect_map<Remainder<T>>(type + " a % b", pairs, [](Pair<T> p) {
    T rest;
    divide<T>(p.a, p.b, &rest);
    return rest;
  });
  by_constant<T, 1>(type);
  by_constant<T, 2>(type);
  by_constant<T, 3>(type);
  by_constant<T, 7>(type);
  by_constant<T, 10>(type);
  by_constant<T, 64>(type);
  by_constant<T, 100>(type);
}

int main() {
  division<signed char>("signed char");
  division<unsigned char>("unsigned char");
  division<short>("short");
  division<unsigned short>("unsigned short");
  division<int>("int");
  division<unsigned>("unsigned");
  division<long long>("long long");
  division<unsigned long long>("unsigned long long");
  by_constant<int, -7>("int");
  by_constant<long long, -1000000007>("long long");
  return check::verdict();
}
