// Between the lanes of a warp: shuffles, votes, matches. CUDA C++ Programming Guide, "Warp ... Functions".
// Not clang's header: its 64-bit shuffles in clang 14 call themselves for ever.
#pragma once

#include <type_traits>

#include "sim/synchronisation.h"

namespace cudasim {
// The last operand of PTX's shfl: segment mask in bits 8 to 12, clamp in bits 0 to 4.
CUDASIM_DEVICE int shuffle_bounds(int width, int clamp) { return ((32 - width) << 8) | clamp; }

// Types that a shuffle carries: the arithmetic ones of 4 and 8 bytes.
template <class T>
using IfShuffled = std::enable_if_t<std::is_arithmetic<T>::value && (sizeof(T) == 4 || sizeof(T) == 8), T>;

// Applies a 32-bit shuffle to a value of 4 or 8 bytes.
template <class T, class Shuffle>
CUDASIM_DEVICE T shuffle_words(T value, Shuffle shuffle) {
  if constexpr (sizeof(T) == 4) {
    return __builtin_bit_cast(T, shuffle(__builtin_bit_cast(int, value)));
  } else {
    const auto bits = __builtin_bit_cast(unsigned long long, value);
    const unsigned low = shuffle(int(bits)), high = shuffle(int(bits >> 32));
    return __builtin_bit_cast(T, (static_cast<unsigned long long>(high) << 32) | low);
  }
}
}  // namespace cudasim

template <class T>
CUDASIM_DEVICE cudasim::IfShuffled<T> __shfl_sync(unsigned mask, T value, int lane, int width = 32) {
  return cudasim::shuffle_words(
      value, [=](int word) { return __nvvm_shfl_sync_idx_i32(mask, word, lane, cudasim::shuffle_bounds(width, 31)); });
}
template <class T>
CUDASIM_DEVICE cudasim::IfShuffled<T> __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32) {
  return cudasim::shuffle_words(
      value, [=](int word) { return __nvvm_shfl_sync_up_i32(mask, word, delta, cudasim::shuffle_bounds(width, 0)); });
}
template <class T>
CUDASIM_DEVICE cudasim::IfShuffled<T> __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32) {
  return cudasim::shuffle_words(value, [=](int word) {
    return __nvvm_shfl_sync_down_i32(mask, word, delta, cudasim::shuffle_bounds(width, 31));
  });
}
template <class T>
CUDASIM_DEVICE cudasim::IfShuffled<T> __shfl_xor_sync(unsigned mask, T value, int lane_mask, int width = 32) {
  return cudasim::shuffle_words(value, [=](int word) {
    return __nvvm_shfl_sync_bfly_i32(mask, word, lane_mask, cudasim::shuffle_bounds(width, 31));
  });
}

CUDASIM_DEVICE int __all_sync(unsigned mask, int predicate) { return __nvvm_vote_all_sync(mask, predicate); }
CUDASIM_DEVICE int __any_sync(unsigned mask, int predicate) { return __nvvm_vote_any_sync(mask, predicate); }
CUDASIM_DEVICE int __uni_sync(unsigned mask, int predicate) { return __nvvm_vote_uni_sync(mask, predicate); }
CUDASIM_DEVICE unsigned __ballot_sync(unsigned mask, int predicate) { return __nvvm_vote_ballot_sync(mask, predicate); }
CUDASIM_DEVICE unsigned __activemask() {
  unsigned mask;
  asm volatile("activemask.b32 %0;" : "=r"(mask));
  return mask;
}

template <class T>
CUDASIM_DEVICE std::enable_if_t<std::is_arithmetic<T>::value, unsigned> __match_any_sync(unsigned mask, T value) {
  unsigned lanes;
  if constexpr (sizeof(T) == 8)
    asm volatile("match.any.sync.b64 %0, %1, %2;"
                 : "=r"(lanes)
                 : "l"(__builtin_bit_cast(unsigned long long, value)), "r"(mask));
  else
    asm volatile("match.any.sync.b32 %0, %1, %2;" : "=r"(lanes) : "r"(__builtin_bit_cast(unsigned, value)), "r"(mask));
  return lanes;
}
template <class T>
CUDASIM_DEVICE std::enable_if_t<std::is_arithmetic<T>::value, unsigned> __match_all_sync(unsigned mask, T value,
                                                                                         int* all_equal) {
  unsigned lanes;
  int equal;
  if constexpr (sizeof(T) == 8)
    asm volatile("{\n\t.reg .pred p;\n\tmatch.all.sync.b64 %0|p, %2, %3;\n\tselp.s32 %1, 1, 0, p;\n\t}"
                 : "=r"(lanes), "=r"(equal)
                 : "l"(__builtin_bit_cast(unsigned long long, value)), "r"(mask));
  else
    asm volatile("{\n\t.reg .pred p;\n\tmatch.all.sync.b32 %0|p, %2, %3;\n\tselp.s32 %1, 1, 0, p;\n\t}"
                 : "=r"(lanes), "=r"(equal)
                 : "r"(__builtin_bit_cast(unsigned, value)), "r"(mask));
  *all_equal = equal;
  return lanes;
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#define CUDASIM_REDUCE(name, type, instruction)                                                  \
  CUDASIM_DEVICE type name(unsigned mask, type value) {                                          \
    type result;                                                                                 \
    asm volatile(instruction " %0, %1, %2;" : "=r"(result) : "r"(value), "r"(mask));             \
    return result;                                                                               \
  }
CUDASIM_REDUCE(__reduce_add_sync, unsigned, "redux.sync.add.u32")
CUDASIM_REDUCE(__reduce_add_sync, int, "redux.sync.add.s32")
CUDASIM_REDUCE(__reduce_min_sync, unsigned, "redux.sync.min.u32")
CUDASIM_REDUCE(__reduce_min_sync, int, "redux.sync.min.s32")
CUDASIM_REDUCE(__reduce_max_sync, unsigned, "redux.sync.max.u32")
CUDASIM_REDUCE(__reduce_max_sync, int, "redux.sync.max.s32")
CUDASIM_REDUCE(__reduce_and_sync, unsigned, "redux.sync.and.b32")
CUDASIM_REDUCE(__reduce_or_sync, unsigned, "redux.sync.or.b32")
CUDASIM_REDUCE(__reduce_xor_sync, unsigned, "redux.sync.xor.b32")
#undef CUDASIM_REDUCE
#endif
