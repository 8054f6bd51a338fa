// Integer arithmetic, PTX ISA chapter "Integer Arithmetic Instructions" and "Logic and Shift Instructions".
#include <algorithm>
#include <bit>
#include <limits>

#include "grading/simulator/machine/lanewise.h"
#include "grading/simulator/machine/select.h"

namespace sim {
namespace {

__extension__ using Int128 = __int128;
__extension__ using UInt128 = unsigned __int128;

template <class T>
using U = std::make_unsigned_t<T>;
template <class T>
struct WiderOf {
  using type = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
};
template <>
struct WiderOf<std::int16_t> { using type = std::int32_t; };
template <>
struct WiderOf<std::uint16_t> { using type = std::uint32_t; };
template <>
struct WiderOf<std::int64_t> { using type = Int128; };
template <>
struct WiderOf<std::uint64_t> { using type = UInt128; };
template <class T>
using Wider = typename WiderOf<T>::type;

// Wrapping arithmetic in the unsigned type: what the hardware does, and defined in C++.
template <class T>
constexpr T wrap_add(T a, T b) { return static_cast<T>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b)); }
template <class T>
constexpr T wrap_mul(T a, T b) {
  if constexpr (sizeof(T) <= 4)
    return static_cast<T>(static_cast<std::uint32_t>(a) * static_cast<std::uint32_t>(b));
  else
    return static_cast<T>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
}
template <class T>
constexpr T saturate_s32(std::int64_t v) {
  return static_cast<T>(std::clamp<std::int64_t>(v, std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()));
}

// Division by zero gives all bits set for unsigned quotients on NVIDIA hardware; it is undefined in PTX and must not trap.
template <class T>
constexpr T quotient(T a, T b) {
  if (b == 0) return static_cast<T>(~U<T>{0});
  if constexpr (std::is_signed_v<T>)
    if (b == -1) return static_cast<T>(U<T>{0} - static_cast<U<T>>(a));
  return static_cast<T>(a / b);
}
template <class T>
constexpr T remainder(T a, T b) {
  if (b == 0) return a;
  if constexpr (std::is_signed_v<T>)
    if (b == -1) return 0;
  return static_cast<T>(a % b);
}

// Shift amounts are clamped to the width, not taken modulo (PTX ISA, shl and shr).
template <class T>
constexpr T shift_left(T a, std::uint32_t n) {
  constexpr std::uint32_t bits = sizeof(T) * 8;
  return n >= bits ? T{0} : static_cast<T>(static_cast<U<T>>(a) << n);
}
template <class T>
constexpr T shift_right(T a, std::uint32_t n) {
  constexpr std::uint32_t bits = sizeof(T) * 8;
  if constexpr (std::is_signed_v<T>) return static_cast<T>(a >> std::min(n, bits - 1));
  return n >= bits ? T{0} : static_cast<T>(a >> n);
}

template <class T>
constexpr T extract_field(T a, std::uint32_t pos, std::uint32_t len) {
  constexpr std::uint32_t bits = sizeof(T) * 8;
  pos &= 0xFF, len &= 0xFF;
  if (len == 0) return 0;
  const U<T> value = static_cast<U<T>>(a);
  if constexpr (std::is_signed_v<T>) {
    const std::uint32_t top = std::min(pos + len - 1, bits - 1);
    const bool sign = value >> top & 1;
    U<T> field = pos >= bits ? (sign ? ~U<T>{0} : U<T>{0}) : static_cast<U<T>>(value >> pos);
    const std::uint32_t kept = pos >= bits ? 0 : std::min(len, bits - pos);
    if (kept < bits) {
      const U<T> low = (U<T>{1} << kept) - 1;
      field = sign ? (field | ~low) : (field & low);
    }
    return static_cast<T>(field);
  } else {
    if (pos >= bits) return 0;
    const U<T> field = value >> pos;
    return len >= bits ? field : field & ((U<T>{1} << len) - 1);
  }
}
template <class T>
constexpr T insert_field(T a, T b, std::uint32_t pos, std::uint32_t len) {
  constexpr std::uint32_t bits = sizeof(T) * 8;
  pos &= 0xFF, len &= 0xFF;
  if (pos >= bits || len == 0) return b;
  const T ones = len >= bits ? static_cast<T>(~T{0}) : static_cast<T>((T{1} << len) - 1);
  const T field = static_cast<T>(ones << pos);
  return static_cast<T>((b & ~field) | ((a << pos) & field));
}
template <class T>
void bit_field_insert(Warp&, std::byte* frame, const Op& op, std::uint32_t mask) {
  auto* d = slot<T>(frame, op.d);
  const auto *a = slot<T>(frame, op.a), *b = slot<T>(frame, op.b);
  const auto *pos = slot<std::uint32_t>(frame, op.c), *len = slot<std::uint32_t>(frame, op.site);
  for (unsigned i = 0; i < lanes; ++i)
    if (mask >> i & 1) d[i] = to_stored<T>(insert_field<T>(from_stored<T>(a[i]), from_stored<T>(b[i]), pos[i], len[i]));
}

template <class T>
constexpr std::uint32_t find_leading(T a, bool shift_amount) {
  U<T> v = static_cast<U<T>>(a);
  if constexpr (std::is_signed_v<T>)
    if (a < 0) v = ~v;
  if (v == 0) return ~0u;
  const auto zeros = static_cast<std::uint32_t>(std::countl_zero(v));
  return shift_amount ? zeros : static_cast<std::uint32_t>(sizeof(T) * 8 - 1) - zeros;
}

constexpr std::uint32_t reverse_bits(std::uint32_t v) {
  v = (v >> 1 & 0x55555555) | (v & 0x55555555) << 1;
  v = (v >> 2 & 0x33333333) | (v & 0x33333333) << 2;
  v = (v >> 4 & 0x0F0F0F0F) | (v & 0x0F0F0F0F) << 4;
  v = (v >> 8 & 0x00FF00FF) | (v & 0x00FF00FF) << 8;
  return v >> 16 | v << 16;
}
constexpr std::uint64_t reverse_bits64(std::uint64_t v) {
  return std::uint64_t{reverse_bits(static_cast<std::uint32_t>(v))} << 32 | reverse_bits(static_cast<std::uint32_t>(v >> 32));
}

// prmt, default mode: four selectors of 4 bits pick bytes of {b, a}; bit 3 replicates the byte's sign.
constexpr std::uint32_t permute(std::uint32_t a, std::uint32_t b, std::uint32_t selector) {
  const std::uint64_t bytes = std::uint64_t{b} << 32 | a;
  std::uint32_t result = 0;
  for (unsigned k = 0; k < 4; ++k) {
    const std::uint32_t s = selector >> (4 * k) & 15;
    std::uint32_t byte = bytes >> (8 * (s & 7)) & 0xFF;
    if (s & 8) byte = byte & 0x80 ? 0xFF : 0;
    result |= byte << (8 * k);
  }
  return result;
}
constexpr std::uint32_t funnel_left(std::uint32_t a, std::uint32_t b, std::uint32_t n) {
  return static_cast<std::uint32_t>(((std::uint64_t{b} << 32 | a) << n) >> 32);
}
constexpr std::uint32_t funnel_right(std::uint32_t a, std::uint32_t b, std::uint32_t n) {
  return static_cast<std::uint32_t>((std::uint64_t{b} << 32 | a) >> n);
}

void lop3(Warp&, std::byte* frame, const Op& op, std::uint32_t mask) {
  using T = std::uint32_t;
  auto* d = slot<T>(frame, op.d);
  const auto *a = slot<T>(frame, op.a), *b = slot<T>(frame, op.b), *c = slot<T>(frame, op.c);
  const std::uint32_t table = op.site;
  SIM_LANE_LOOP {
    T r = 0;
    for (unsigned k = 0; k < 8; ++k)
      if (table >> k & 1) r |= (k & 4 ? a[i] : ~a[i]) & (k & 2 ? b[i] : ~b[i]) & (k & 1 ? c[i] : ~c[i]);
    d[i] = mask & lane_bits32.bit[i] ? r : d[i];
  }
}

// dp4a: four products of bytes added to c. Types of a and b in the opcode.
template <class A, class B>
void dot_bytes(Warp&, std::byte* frame, const Op& op, std::uint32_t mask) {
  auto* d = slot<std::uint32_t>(frame, op.d);
  const auto *a = slot<std::uint32_t>(frame, op.a), *b = slot<std::uint32_t>(frame, op.b), *c = slot<std::uint32_t>(frame, op.c);
  for (unsigned i = 0; i < lanes; ++i) {
    if (!(mask >> i & 1)) continue;
    std::uint32_t sum = c[i];
    for (unsigned k = 0; k < 4; ++k)
      sum += static_cast<std::uint32_t>(int{static_cast<A>(a[i] >> (8 * k))} * int{static_cast<B>(b[i] >> (8 * k))});
    d[i] = sum;
  }
}

// add.cc, addc, sub.cc, subc and mad forms: the carry is a bit per lane. In: reads the carry; Out: writes it.
template <class T, int Kind, bool In, bool Out>  // Kind 0 add, 1 sub, 2 mad.lo, 3 mad.hi
void with_carry(Warp& warp, std::byte* frame, const Op& op, std::uint32_t mask) {
  using Wide = UInt128;
  auto* d = slot<T>(frame, op.d);
  const auto *a = slot<T>(frame, op.a), *b = slot<T>(frame, op.b);
  const auto* c = Kind >= 2 ? slot<T>(frame, op.c) : nullptr;
  for (unsigned i = 0; i < lanes; ++i) {
    if (!(mask >> i & 1)) continue;
    const Wide carry = In ? warp.carry >> i & 1 : 0;
    Wide x = static_cast<U<T>>(from_stored<T>(a[i])), y = static_cast<U<T>>(from_stored<T>(b[i])), sum;
    if constexpr (Kind == 1) {
      sum = x - y - carry;
    } else {
      if constexpr (Kind >= 2) {
        const auto product = static_cast<Wide>(static_cast<Wider<T>>(from_stored<T>(a[i])) * static_cast<Wider<T>>(from_stored<T>(b[i])));
        x = static_cast<U<T>>(Kind == 2 ? product : product >> (sizeof(T) * 8));
        y = static_cast<U<T>>(from_stored<T>(c[i]));
      }
      sum = x + y + carry;
    }
    d[i] = to_stored<T>(static_cast<T>(sum));
    if constexpr (Out) {
      const std::uint32_t bit = static_cast<std::uint32_t>(sum >> (sizeof(T) * 8)) & 1;
      warp.carry = (warp.carry & ~(1u << i)) | bit << i;
    }
  }
}
template <class T, int Kind>
Handler carry_form(bool in, bool out) {
  if (in && out) return with_carry<T, Kind, true, true>;
  if (in) return with_carry<T, Kind, true, false>;
  return with_carry<T, Kind, false, true>;
}
template <int Kind>
Handler carry_of(std::string_view type, bool in, bool out) {
  return with_integer(type, [&]<class T>() -> Handler {
    if constexpr (sizeof(T) >= 4) return carry_form<T, Kind>(in, out);
    return nullptr;
  });
}

template <class T>
Handler multiply(const ptx::Instruction& i) {
  if (i.has("wide")) {
    if constexpr (sizeof(T) < 8) return binary<Wider<T>, T, T, ([](T a, T b) { return static_cast<Wider<T>>(a) * static_cast<Wider<T>>(b); })>;
    return nullptr;
  }
  if (i.has("hi")) return binary<T, T, T, ([](T a, T b) { return static_cast<T>(static_cast<Wider<T>>(a) * static_cast<Wider<T>>(b) >> sizeof(T) * 8); })>;
  return binary<T, T, T, wrap_mul<T>>;
}
template <class T>
Handler multiply_add(const ptx::Instruction& i) {
  if (i.has("wide")) {
    if constexpr (sizeof(T) < 8)
      return ternary<Wider<T>, T, T, Wider<T>, ([](T a, T b, Wider<T> c) { return wrap_add<Wider<T>>(static_cast<Wider<T>>(a) * static_cast<Wider<T>>(b), c); })>;
    return nullptr;
  }
  if (i.has("hi"))
    return ternary<T, T, T, T, ([](T a, T b, T c) { return wrap_add<T>(static_cast<T>(static_cast<Wider<T>>(a) * static_cast<Wider<T>>(b) >> sizeof(T) * 8), c); })>;
  return ternary<T, T, T, T, ([](T a, T b, T c) { return wrap_add<T>(wrap_mul<T>(a, b), c); })>;
}
template <class T>
constexpr std::int32_t extended24(T v) { return std::is_signed_v<T> ? static_cast<std::int32_t>(static_cast<std::uint32_t>(v) << 8) >> 8 : static_cast<std::int32_t>(v & 0xFFFFFF); }

}  // namespace

Handler select::integer(const ptx::Instruction& i) {
  const std::string_view name = i.parts[0], type = i.type();
  if (!is_integer_type(type)) return nullptr;
  const bool cc = i.has("cc");
  if (name == "add" && i.has("sat")) return binary<std::int32_t, std::int32_t, std::int32_t, ([](std::int32_t a, std::int32_t b) { return saturate_s32<std::int32_t>(std::int64_t{a} + b); })>;
  if (name == "sub" && i.has("sat")) return binary<std::int32_t, std::int32_t, std::int32_t, ([](std::int32_t a, std::int32_t b) { return saturate_s32<std::int32_t>(std::int64_t{a} - b); })>;
  if (name == "addc" || (name == "add" && cc)) return carry_of<0>(type, name == "addc", cc);
  if (name == "subc" || (name == "sub" && cc)) return carry_of<1>(type, name == "subc", cc);
  if (name == "madc" || (name == "mad" && cc))
    return i.has("hi") ? carry_of<3>(type, name == "madc", cc) : carry_of<2>(type, name == "madc", cc);
  if (name == "mul24" || name == "mad24") {
    const bool mad = name == "mad24";
    if (i.has("hi")) return nullptr;
    auto pick = [&]<class T>() -> Handler {
      if (mad) return ternary<T, T, T, T, ([](T a, T b, T c) { return wrap_add<T>(wrap_mul<T>(static_cast<T>(extended24(a)), static_cast<T>(extended24(b))), c); })>;
      return binary<T, T, T, ([](T a, T b) { return wrap_mul<T>(static_cast<T>(extended24(a)), static_cast<T>(extended24(b))); })>;
    };
    return type == "s32" ? pick.operator()<std::int32_t>() : pick.operator()<std::uint32_t>();
  }
  if (name == "lop3") return lop3;
  if (name == "prmt") return i.parts.size() == 2 ? ternary<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, permute> : nullptr;
  if (name == "shf") {
    using T = std::uint32_t;
    const bool wrap = i.has("wrap");
    if (i.has("l")) {
      if (wrap) return ternary<T, T, T, T, ([](T a, T b, T n) { return funnel_left(a, b, n & 31); })>;
      return ternary<T, T, T, T, ([](T a, T b, T n) { return funnel_left(a, b, std::min(n, 32u)); })>;
    }
    if (wrap) return ternary<T, T, T, T, ([](T a, T b, T n) { return funnel_right(a, b, n & 31); })>;
    return ternary<T, T, T, T, ([](T a, T b, T n) { return funnel_right(a, b, std::min(n, 32u)); })>;
  }
  if (name == "dp4a" && i.parts.size() == 3) {
    const bool a_signed = i.parts[1] == "s32", b_signed = i.parts[2] == "s32";
    if (a_signed) return b_signed ? dot_bytes<std::int8_t, std::int8_t> : dot_bytes<std::int8_t, std::uint8_t>;
    return b_signed ? dot_bytes<std::uint8_t, std::int8_t> : dot_bytes<std::uint8_t, std::uint8_t>;
  }
  if (name == "popc") {
    if (type == "b64") return unary<std::uint32_t, std::uint64_t, ([](std::uint64_t a) { return std::popcount(a); })>;
    return unary<std::uint32_t, std::uint32_t, ([](std::uint32_t a) { return std::popcount(a); })>;
  }
  if (name == "clz") {
    if (type == "b64") return unary<std::uint32_t, std::uint64_t, ([](std::uint64_t a) { return std::countl_zero(a); })>;
    return unary<std::uint32_t, std::uint32_t, ([](std::uint32_t a) { return std::countl_zero(a); })>;
  }
  if (name == "brev") return type == "b64" ? unary<std::uint64_t, std::uint64_t, reverse_bits64> : unary<std::uint32_t, std::uint32_t, reverse_bits>;
  return with_integer(type, [&]<class T>() -> Handler {
    if (name == "add") return binary<T, T, T, wrap_add<T>>;
    if (name == "sub") return binary<T, T, T, ([](T a, T b) { return static_cast<T>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b)); })>;
    if (name == "mul") return multiply<T>(i);
    if (name == "mad") return multiply_add<T>(i);
    if (name == "div") return binary<T, T, T, quotient<T>>;
    if (name == "rem") return binary<T, T, T, remainder<T>>;
    if (name == "min") return binary<T, T, T, ([](T a, T b) { return a < b ? a : b; })>;
    if (name == "max") return binary<T, T, T, ([](T a, T b) { return a > b ? a : b; })>;
    if (name == "neg") return unary<T, T, ([](T a) { return static_cast<T>(std::uint64_t{0} - static_cast<std::uint64_t>(a)); })>;
    if (name == "abs") return unary<T, T, ([](T a) { return a < 0 ? static_cast<T>(std::uint64_t{0} - static_cast<std::uint64_t>(a)) : a; })>;
    if (name == "and") return binary<T, T, T, ([](T a, T b) { return static_cast<T>(a & b); })>;
    if (name == "or") return binary<T, T, T, ([](T a, T b) { return static_cast<T>(a | b); })>;
    if (name == "xor") return binary<T, T, T, ([](T a, T b) { return static_cast<T>(a ^ b); })>;
    if (name == "not") return unary<T, T, ([](T a) { return static_cast<T>(~a); })>;
    if (name == "cnot") return unary<T, T, ([](T a) { return static_cast<T>(a == 0); })>;
    if (name == "shl") return binary<T, T, std::uint32_t, shift_left<T>>;
    if (name == "shr") return binary<T, T, std::uint32_t, shift_right<T>>;
    if (name == "sad") return ternary<T, T, T, T, ([](T a, T b, T c) { return wrap_add<T>(c, a < b ? static_cast<T>(static_cast<std::uint64_t>(b) - static_cast<std::uint64_t>(a)) : static_cast<T>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b))); })>;
    if constexpr (sizeof(T) >= 4) {
      if (name == "bfe") return ternary<T, T, std::uint32_t, std::uint32_t, extract_field<T>>;
      if (name == "bfind") {
        if (i.has("shiftamt")) return unary<std::uint32_t, T, ([](T a) { return find_leading(a, true); })>;
        return unary<std::uint32_t, T, ([](T a) { return find_leading(a, false); })>;
      }
      if constexpr (std::is_unsigned_v<T>)
        if (name == "bfi") return bit_field_insert<T>;
    }
    return nullptr;
  });
}

Handler select::move(unsigned bytes) {
  if (bytes == 8) return unary<std::uint64_t, std::uint64_t, ([](std::uint64_t a) { return a; })>;
  return unary<std::uint32_t, std::uint32_t, ([](std::uint32_t a) { return a; })>;
}

Handler select::narrow() {
  return unary<std::uint32_t, std::uint64_t, ([](std::uint64_t a) { return static_cast<std::uint32_t>(a); })>;
}
Handler select::widen(bool is_signed) {
  if (is_signed) return unary<std::int64_t, std::int32_t, ([](std::int32_t a) { return std::int64_t{a}; })>;
  return unary<std::uint64_t, std::uint32_t, ([](std::uint32_t a) { return std::uint64_t{a}; })>;
}

Handler select::pack2() {
  return binary<std::uint64_t, std::uint32_t, std::uint32_t, ([](std::uint32_t a, std::uint32_t b) { return std::uint64_t{b} << 32 | a; })>;
}
Handler select::pack2_halves() {
  return binary<std::uint32_t, std::uint16_t, std::uint16_t, ([](std::uint16_t a, std::uint16_t b) { return std::uint32_t{b} << 16 | a; })>;
}
Handler select::unpack2() {
  return [](Warp&, std::byte* frame, const Op& op, std::uint32_t mask) {
    auto *d = slot<std::uint32_t>(frame, op.d), *e = slot<std::uint32_t>(frame, op.b);
    const auto* a = slot<std::uint64_t>(frame, op.a);
    for (unsigned i = 0; i < lanes; ++i)
      if (mask >> i & 1) d[i] = static_cast<std::uint32_t>(a[i]), e[i] = static_cast<std::uint32_t>(a[i] >> 32);
  };
}
Handler select::unpack2_halves() {
  return [](Warp&, std::byte* frame, const Op& op, std::uint32_t mask) {
    auto *d = slot<std::uint32_t>(frame, op.d), *e = slot<std::uint32_t>(frame, op.b);
    const auto* a = slot<std::uint32_t>(frame, op.a);
    for (unsigned i = 0; i < lanes; ++i)
      if (mask >> i & 1) {
        const std::uint32_t v = a[i];
        d[i] = v & 0xFFFF, e[i] = v >> 16;
      }
  };
}

}  // namespace sim
