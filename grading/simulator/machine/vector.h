#pragma once
// Slots as arrays of 32 lanes, and the loops over them that compilers turn into vector instructions.
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace sim {

inline constexpr unsigned lanes = 32;
inline constexpr std::uint32_t all_lanes = 0xFFFF'FFFF;

// Lane loops never carry a dependence from lane to lane; compilers cannot see it through the frame pointer.
#if defined(__clang__)
#define SIM_LANE_LOOP _Pragma("clang loop vectorize(assume_safety)") for (unsigned i = 0; i < 32; ++i)
#else
#define SIM_LANE_LOOP _Pragma("GCC ivdep") for (unsigned i = 0; i < 32; ++i)
#endif

namespace detail {
template <class Int>
struct LaneBits {
  Int bit[lanes];
  constexpr LaneBits() : bit{} {
    for (unsigned i = 0; i < lanes; ++i) bit[i] = Int{1} << i;
  }
};
}  // namespace detail
alignas(64) inline constexpr detail::LaneBits<std::uint32_t> lane_bits32;
alignas(64) inline constexpr detail::LaneBits<std::uint64_t> lane_bits64;

template <std::size_t Bytes>
struct RawOf;
template <>
struct RawOf<1> { using type = std::uint8_t; };
template <>
struct RawOf<2> { using type = std::uint16_t; };
template <>
struct RawOf<4> { using type = std::uint32_t; };
template <>
struct RawOf<8> { using type = std::uint64_t; };
template <class T>
using Raw = typename RawOf<sizeof(T)>::type;

// What a lane of a slot is stored as: types of up to 32 bits in 32 (narrow ones zero-extended), others in 64.
template <class T>
using Stored = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;

template <class T>
inline T from_stored(Stored<T> s) {
  return std::bit_cast<T>(static_cast<Raw<T>>(s));
}
template <class T>
inline Stored<T> to_stored(T v) {
  return static_cast<Stored<T>>(std::bit_cast<Raw<T>>(v));
}

template <class T>
inline Stored<T>* slot(std::byte* frame, std::uint32_t offset) {
  return reinterpret_cast<Stored<T>*>(frame + offset);
}

template <class T>
inline bool lane_on(std::uint32_t mask, unsigned i) {
  if constexpr (sizeof(T) == 8)
    return (mask & lane_bits64.bit[i]) != 0;
  else
    return (mask & lane_bits32.bit[i]) != 0;
}

}  // namespace sim
