// Loads with a cache hint, shifts over two words, and address spaces.
#pragma once

#include <type_traits>

#include "sim/synchronisation.h"

namespace cudasim {
// A value of 1, 2, 4, 8 or 16 bytes as the widest access that its alignment allows, tagged non-coherent.
template <class T>
CUDASIM_DEVICE T load_read_only(const T* pointer) {
  static_assert(std::is_trivially_copyable<T>::value, "__ldg reads plain values");
  using Word = std::conditional_t<alignof(T) >= 4, unsigned, std::conditional_t<alignof(T) == 2, unsigned short, unsigned char>>;
  if constexpr (sizeof(T) == 16 && alignof(T) >= 16) {
    typedef unsigned Vector __attribute__((ext_vector_type(4)));
    Vector words = __nvvm_ldg_ui4(reinterpret_cast<const Vector*>(pointer));
    return __builtin_bit_cast(T, words);
  } else if constexpr (sizeof(T) == 8 && std::is_scalar<T>::value) {
    return __builtin_bit_cast(T, __nvvm_ldg_ull(reinterpret_cast<const unsigned long long*>(pointer)));
  } else if constexpr (sizeof(T) == 8 && alignof(T) >= 8) {
    typedef unsigned Vector __attribute__((ext_vector_type(2)));
    Vector words = __nvvm_ldg_ui2(reinterpret_cast<const Vector*>(pointer));
    return __builtin_bit_cast(T, words);
  } else if constexpr (sizeof(T) == 4 && alignof(T) >= 4) {
    return __builtin_bit_cast(T, __nvvm_ldg_ui(reinterpret_cast<const unsigned*>(pointer)));
  } else if constexpr (sizeof(T) == 2 && alignof(T) >= 2) {
    return __builtin_bit_cast(T, __nvvm_ldg_us(reinterpret_cast<const unsigned short*>(pointer)));
  } else if constexpr (sizeof(T) == 1) {
    return __builtin_bit_cast(T, __nvvm_ldg_uc(reinterpret_cast<const unsigned char*>(pointer)));
  } else {
    static_assert(sizeof(T) % sizeof(Word) == 0, "");
    return *pointer;
  }
}
}  // namespace cudasim

template <class T>
CUDASIM_DEVICE T __ldg(const T* pointer) {
  return cudasim::load_read_only(pointer);
}
// Hints for caches; the simulated GPU has none, so these are plain accesses.
template <class T>
CUDASIM_DEVICE T __ldca(const T* pointer) { return *pointer; }
template <class T>
CUDASIM_DEVICE T __ldcg(const T* pointer) { return *pointer; }
template <class T>
CUDASIM_DEVICE T __ldcs(const T* pointer) { return *pointer; }
template <class T>
CUDASIM_DEVICE T __ldlu(const T* pointer) { return *pointer; }
template <class T>
CUDASIM_DEVICE T __ldcv(const T* pointer) { return *const_cast<const volatile T*>(pointer); }
template <class T>
CUDASIM_DEVICE void __stwb(T* pointer, T value) { *pointer = value; }
template <class T>
CUDASIM_DEVICE void __stcg(T* pointer, T value) { *pointer = value; }
template <class T>
CUDASIM_DEVICE void __stcs(T* pointer, T value) { *pointer = value; }
template <class T>
CUDASIM_DEVICE void __stwt(T* pointer, T value) { *pointer = value; }

CUDASIM_DEVICE unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  return unsigned((((static_cast<unsigned long long>(high) << 32) | low) << (shift & 31)) >> 32);
}
CUDASIM_DEVICE unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift) {
  return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}
CUDASIM_DEVICE unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  return unsigned(((static_cast<unsigned long long>(high) << 32) | low) >> (shift & 31));
}
CUDASIM_DEVICE unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift) {
  return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}
CUDASIM_DEVICE int __dp4a(int a, int b, int c) {
  for (int i = 0; i < 4; ++i) c += int(static_cast<signed char>(a >> 8 * i)) * static_cast<signed char>(b >> 8 * i);
  return c;
}
CUDASIM_DEVICE unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
  for (int i = 0; i < 4; ++i) c += (a >> 8 * i & 255u) * (b >> 8 * i & 255u);
  return c;
}

#define CUDASIM_IS_SPACE(name, builtin) \
  CUDASIM_DEVICE unsigned name(const void* pointer) { return builtin(pointer); }
CUDASIM_IS_SPACE(__isGlobal, __nvvm_isspacep_global)
CUDASIM_IS_SPACE(__isShared, __nvvm_isspacep_shared)
CUDASIM_IS_SPACE(__isConstant, __nvvm_isspacep_const)
CUDASIM_IS_SPACE(__isLocal, __nvvm_isspacep_local)
#undef CUDASIM_IS_SPACE
CUDASIM_DEVICE size_t __cvta_generic_to_shared(const void* pointer) {
  return (size_t)(const void __attribute__((address_space(3)))*)pointer;
}
CUDASIM_DEVICE size_t __cvta_generic_to_global(const void* pointer) {
  return (size_t)(const void __attribute__((address_space(1)))*)pointer;
}
