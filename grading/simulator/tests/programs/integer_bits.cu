// Counting, finding and reversing bits, bit fields, byte permutation, and logic of several operands.
#include "map.h"

using check::Pair;
using u64 = unsigned long long;

struct Popcount {
  __device__ int operator()(unsigned a) const { return __popc(a); }
};
struct Popcount64 {
  __device__ int operator()(u64 a) const { return __popcll(a); }
};
struct LeadingZeros {
  __device__ int operator()(unsigned a) const { return __clz(int(a)); }
};
struct LeadingZeros64 {
  __device__ int operator()(u64 a) const { return __clzll((long long)a); }
};
struct FirstSet {
  __device__ int operator()(unsigned a) const { return __ffs(int(a)); }
};
struct FirstSet64 {
  __device__ int operator()(u64 a) const { return __ffsll((long long)a); }
};
struct Reverse {
  __device__ unsigned operator()(unsigned a) const { return __brev(a); }
};
struct Reverse64 {
  __device__ u64 operator()(u64 a) const { return __brevll(a); }
};
struct Logic {
  __device__ unsigned operator()(Pair<unsigned> p) const { return (p.a & p.b) | (~p.a ^ (p.b >> 3)); }
};
struct Logic64 {
  __device__ u64 operator()(Pair<u64> p) const { return (p.a | ~p.b) & (p.a ^ 0x00ff00ff00ff00ffull); }
};
struct Logic16 {
  __device__ unsigned short operator()(Pair<unsigned short> p) const {
    return static_cast<unsigned short>((p.a & p.b) ^ (~p.a | 0x0ff0));
  }
};
struct Permute {
  __device__ unsigned operator()(Pair<unsigned> p) const { return __byte_perm(p.a, ~p.a, p.b); }
};
// The bytes in turn: what a compiler makes one instruction of.
struct SwapBytes {
  __device__ unsigned operator()(unsigned a) const { return a << 24 | (a & 0xff00) << 8 | (a >> 8 & 0xff00) | a >> 24; }
};
struct Gray {
  __device__ unsigned operator()(unsigned a) const { return a ^ a >> 1; }
};
struct Parity {
  __device__ unsigned operator()(u64 a) const { return __popcll(a) & 1; }
};

// Position and length in one operand: position in bits 0-7, length in bits 8-15, as PTX takes 8 bits of each.
struct ExtractUnsigned {
  __device__ unsigned operator()(Pair<unsigned> p) const {
    unsigned result;
    asm("bfe.u32 %0, %1, %2, %3;" : "=r"(result) : "r"(p.a), "r"(p.b & 255), "r"(p.b >> 8 & 255));
    return result;
  }
};
struct ExtractSigned {
  __device__ unsigned operator()(Pair<unsigned> p) const {
    unsigned result;
    asm("bfe.s32 %0, %1, %2, %3;" : "=r"(result) : "r"(p.a), "r"(p.b & 255), "r"(p.b >> 8 & 255));
    return result;
  }
};
struct Insert {
  __device__ unsigned operator()(Pair<unsigned> p) const {
    unsigned result;
    asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(result) : "r"(p.a), "r"(~p.a * 7u), "r"(p.b & 255), "r"(p.b >> 8 & 255));
    return result;
  }
};
// The same fields in plain C++, for lengths from 1 to 31 that fit.
struct FieldByHand {
  __device__ unsigned operator()(Pair<unsigned> p) const {
    unsigned position = p.b & 15, length = (p.b >> 8 & 15) + 1;
    return p.a >> position & ((1u << length) - 1);
  }
};

int bit(u64 value, int index) { return int(value >> index & 1); }

int main() {
  auto words = check::integers<unsigned>(1);
  auto longs = check::integers<u64>(1);
  auto pairs = check::all_pairs(words, check::integers<unsigned>(2));

  auto count = [](u64 a) {
    int n = 0;
    for (int i = 0; i < 64; ++i) n += bit(a, i);
    return n;
  };
  auto leading = [](u64 a, int width) {
    int n = 0;
    while (n < width && !bit(a, width - 1 - n)) ++n;
    return n;
  };
  auto first = [](u64 a) {
    for (int i = 0; i < 64; ++i)
      if (bit(a, i)) return i + 1;
    return 0;
  };
  auto reversed = [](u64 a, int width) {
    u64 r = 0;
    for (int i = 0; i < width; ++i) r |= u64(bit(a, i)) << (width - 1 - i);
    return r;
  };
  check::expect_map<Popcount>("__popc", words, count);
  check::expect_map<Popcount64>("__popcll", longs, count);
  check::expect_map<LeadingZeros>("__clz", words, [&](unsigned a) { return leading(a, 32); });
  check::expect_map<LeadingZeros64>("__clzll", longs, [&](u64 a) { return leading(a, 64); });
  check::expect_map<FirstSet>("__ffs", words, first);
  check::expect_map<FirstSet64>("__ffsll", longs, first);
  check::expect_map<Reverse>("__brev", words, [&](unsigned a) { return unsigned(reversed(a, 32)); });
  check::expect_map<Reverse64>("__brevll", longs, [&](u64 a) { return reversed(a, 64); });
  check::expect_map<Parity>("parity", longs, [&](u64 a) { return unsigned(count(a) % 2); });

  check::expect_map<Logic>("32-bit logic", pairs, [](Pair<unsigned> p) { return (p.a & p.b) | (~p.a ^ (p.b >> 3)); });
  check::expect_map<Logic64>("64-bit logic", check::all_pairs(longs, check::integers<u64>(2)),
                             [](Pair<u64> p) { return (p.a | ~p.b) & (p.a ^ 0x00ff00ff00ff00ffull); });
  check::expect_map<Logic16>("16-bit logic",
                             check::all_pairs(check::integers<unsigned short>(1), check::integers<unsigned short>(2)),
                             [](Pair<unsigned short> p) { return (unsigned short)((p.a & p.b) ^ (~p.a | 0x0ff0)); });
  check::expect_map<SwapBytes>("byte swap", words, [](unsigned a) { return __builtin_bswap32(a); });
  check::expect_map<Gray>("Gray code", words, [](unsigned a) { return a ^ a / 2; });

  // __byte_perm: three bits of each selector nibble choose one of eight bytes.
  std::vector<unsigned> selectors = {0x3210, 0x7654, 0x0123, 0x4567, 0x5140, 0x6274, 0x0000, 0x7777};
  check::expect_map<Permute>("__byte_perm", check::all_pairs(words, selectors), [](Pair<unsigned> p) {
    u64 bytes = u64(~p.a) << 32 | p.a;
    unsigned result = 0;
    for (int i = 0; i < 4; ++i) result |= unsigned(bytes >> 8 * (p.b >> 4 * i & 7) & 255) << 8 * i;
    return result;
  });

  std::vector<unsigned> fields;
  for (unsigned position : {0u, 1u, 8u, 15u, 31u, 32u, 40u, 255u})
    for (unsigned length : {0u, 1u, 4u, 8u, 17u, 31u, 32u, 33u, 255u}) fields.push_back(position | length << 8);
  auto field_pairs = check::all_pairs(words, fields);
  // PTX ISA, bfe: bits beyond 31 read as 0, or as the sign for a signed field: bit min(position + length - 1, 31).
  auto extract = [](Pair<unsigned> p, bool is_signed) {
    int position = p.b & 255, length = p.b >> 8 & 255;
    int sign = is_signed && length > 0 ? bit(p.a, std::min(position + length - 1, 31)) : 0;
    unsigned result = 0;
    for (int i = 0; i < 32; ++i) {
      int value = i < length && position + i <= 31 ? bit(p.a, position + i) : sign;
      result |= unsigned(value) << i;
    }
    return result;
  };
  check::expect_map<ExtractUnsigned>("bfe.u32", field_pairs, [&](Pair<unsigned> p) { return extract(p, false); });
  check::expect_map<ExtractSigned>("bfe.s32", field_pairs, [&](Pair<unsigned> p) { return extract(p, true); });
  check::expect_map<Insert>("bfi.b32", field_pairs, [](Pair<unsigned> p) {
    int position = p.b & 255, length = p.b >> 8 & 255;
    unsigned result = ~p.a * 7u;
    for (int i = 0; i < length && position + i <= 31; ++i) {
      result = (result & ~(1u << (position + i))) | unsigned(bit(p.a, i)) << (position + i);
    }
    return result;
  });
  check::expect_map<FieldByHand>("bit field by shift and mask", field_pairs, [&](Pair<unsigned> p) {
    return extract({p.a, (p.b & 15) | ((p.b >> 8 & 15) + 1) << 8}, false);
  });
  return check::verdict();
}
