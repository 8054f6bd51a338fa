// Integers of more than 64 bits: carry chains in PTX, the compiler's own 128-bit arithmetic, and a factorial by limbs.
#include "map.h"

using check::Pair;
using u64 = unsigned long long;

struct AddWithCarry {
  __device__ u64 operator()(Pair<u64> p) const {
    unsigned low, high, a0 = unsigned(p.a), a1 = unsigned(p.a >> 32), b0 = unsigned(p.b), b1 = unsigned(p.b >> 32);
    asm("{\n\tadd.cc.u32 %0, %2, %4;\n\taddc.u32 %1, %3, %5;\n\t}"
        : "=&r"(low), "=r"(high)
        : "r"(a0), "r"(a1), "r"(b0), "r"(b1));
    return u64(high) << 32 | low;
  }
};
struct SubtractWithBorrow {
  __device__ u64 operator()(Pair<u64> p) const {
    unsigned low, high, a0 = unsigned(p.a), a1 = unsigned(p.a >> 32), b0 = unsigned(p.b), b1 = unsigned(p.b >> 32);
    asm("{\n\tsub.cc.u32 %0, %2, %4;\n\tsubc.u32 %1, %3, %5;\n\t}"
        : "=&r"(low), "=r"(high)
        : "r"(a0), "r"(a1), "r"(b0), "r"(b1));
    return u64(high) << 32 | low;
  }
};
// Middle 64 bits of the 128-bit value a * b + a.
struct Middle {
  __device__ u64 operator()(Pair<u64> p) const {
    unsigned __int128 product = static_cast<unsigned __int128>(p.a) * p.b + p.a;
    return u64(product >> 32);
  }
};
struct Compare128 {
  __device__ int operator()(Pair<u64> p) const {
    unsigned __int128 a = static_cast<unsigned __int128>(p.a) << 64 | p.b;
    unsigned __int128 b = static_cast<unsigned __int128>(p.b) << 64 | p.a;
    return (a < b) | (a == b) << 1 | ((a - b) >> 127 != 0) << 2;
  }
};

constexpr int limbs = 20;  // 640 bits: 100! has 525

__global__ void factorial(unsigned* value, int n) {
  for (int i = 0; i < limbs; ++i) value[i] = i == 0;
  for (int factor = 2; factor <= n; ++factor) {
    u64 carry = 0;
    for (int i = 0; i < limbs; ++i) {
      carry += u64(value[i]) * factor;
      value[i] = unsigned(carry);
      carry >>= 32;
    }
  }
}

// Decimal digits, by repeated division of the limbs by 10.
std::string decimal(std::vector<unsigned> value) {
  std::string digits;
  bool zero = false;
  while (!zero) {
    u64 rest = 0;
    zero = true;
    for (int i = limbs - 1; i >= 0; --i) {
      rest = rest << 32 | value[i];
      value[i] = unsigned(rest / 10);
      rest %= 10;
      zero = zero && value[i] == 0;
    }
    digits.insert(digits.begin(), char('0' + rest));
  }
  return digits;
}

int main() {
  auto pairs = check::all_pairs(check::integers<u64>(1), check::integers<u64>(2));
  check::expect_map<AddWithCarry>("add.cc, addc", pairs, [](Pair<u64> p) { return p.a + p.b; });
  check::expect_map<SubtractWithBorrow>("sub.cc, subc", pairs, [](Pair<u64> p) { return p.a - p.b; });
  check::expect_map<Middle>("128-bit product", pairs,
                            [](Pair<u64> p) { return u64((static_cast<unsigned __int128>(p.a) * p.b + p.a) >> 32); });
  check::expect_map<Compare128>("128-bit comparison", pairs, [](Pair<u64> p) {
    bool less = p.a != p.b && p.a < p.b;
    // a - b borrows out of bit 127 exactly when the top bit of the wrapped difference is set.
    u64 high = p.a - p.b - (p.b < p.a);
    return int(less) | int(p.a == p.b) << 1 | int(high >> 63) << 2;
  });

  check::DeviceArray<unsigned> value(limbs);
  factorial<<<1, 1>>>(value.get(), 100);
  std::string wanted =
      "9332621544394415268169923885626670049071596826438162146859296389521759999322991560894146397615651828625369792082"
      "7"
      "223758251185210916864000000000000000000000000";
  check::expect(decimal(value.download()) == wanted, "100! is " + decimal(value.download()));
  return check::verdict();
}
