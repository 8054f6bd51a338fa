// What surfaces and textures hold: 1, 2 or 4 components of one scalar type.
#pragma once

#include "vector_types.h"

namespace cudasim {
template <class C, int Count, class T>
struct ElementOf {
  using Component = C;
  static constexpr int count = Count;
  static constexpr int bytes = int(sizeof(C));
};
template <class T>
struct Element {
  static_assert(sizeof(T) == 0, "a surface or texture holds 1, 2 or 4 components of char, short, int, long long or float");
};
#define CUDASIM_ELEMENT(scalar, name)                                       \
  template <> struct Element<name##1> : ElementOf<scalar, 1, name##1> {};   \
  template <> struct Element<name##2> : ElementOf<scalar, 2, name##2> {};   \
  template <> struct Element<name##4> : ElementOf<scalar, 4, name##4> {};   \
  template <> struct Element<scalar> : ElementOf<scalar, 1, scalar> {};
CUDASIM_ELEMENT(signed char, char)
CUDASIM_ELEMENT(unsigned char, uchar)
CUDASIM_ELEMENT(short, short)
CUDASIM_ELEMENT(unsigned short, ushort)
CUDASIM_ELEMENT(int, int)
CUDASIM_ELEMENT(unsigned int, uint)
CUDASIM_ELEMENT(float, float)
#undef CUDASIM_ELEMENT
template <> struct Element<char> : ElementOf<char, 1, char> {};
#define CUDASIM_WIDE_ELEMENT(scalar, name)                                  \
  template <> struct Element<name##1> : ElementOf<scalar, 1, name##1> {};   \
  template <> struct Element<name##2> : ElementOf<scalar, 2, name##2> {};   \
  template <> struct Element<scalar> : ElementOf<scalar, 1, scalar> {};
CUDASIM_WIDE_ELEMENT(long, long)
CUDASIM_WIDE_ELEMENT(unsigned long, ulong)
CUDASIM_WIDE_ELEMENT(long long, longlong)
CUDASIM_WIDE_ELEMENT(unsigned long long, ulonglong)
#undef CUDASIM_WIDE_ELEMENT
}  // namespace cudasim
