// Surface functions: x is in bytes, y, z and layers are not (CUDA C++ Programming Guide, "Surface Functions").
// Each is one suld.b or sust.b instruction (PTX ISA, "Surface Instructions") of the element's width.
#pragma once

#include "sim/arrays.h"
#include "sim/element.h"
#include "sim/synchronisation.h"

namespace cudasim {
// The register that carries one component.
template <int Bytes> struct SurfaceWord { using Type = unsigned short; };
template <> struct SurfaceWord<4> { using Type = unsigned int; };
template <> struct SurfaceWord<8> { using Type = unsigned long long; };

template <class T>
struct SurfaceWords {
  using Traits = Element<T>;
  using Word = typename SurfaceWord<Traits::bytes>::Type;
  Word word[4];

  __device__ __forceinline__ T element() const {
    typename Traits::Component components[Traits::count];
    for (int i = 0; i < Traits::count; ++i) __builtin_memcpy(&components[i], &word[i], Traits::bytes);
    T value;
    __builtin_memcpy(&value, components, sizeof value);
    return value;
  }
  __device__ __forceinline__ static SurfaceWords from(const T& value) {
    typename Traits::Component components[Traits::count];
    __builtin_memcpy(components, &value, sizeof value);
    SurfaceWords words{};
    for (int i = 0; i < Traits::count; ++i) __builtin_memcpy(&words.word[i], &components[i], Traits::bytes);
    return words;
  }
};
}  // namespace cudasim

// One instruction: shape ("2d"), width (".v2.b32"), mode ("trap"), coordinates as PTX and as inputs.
#define CUDASIM_SULD1(shape, width, mode, at, constraint, ...) \
  asm volatile("suld.b." shape "." width "." mode " {%[a]}, [%[s], " at "];" : [a] "=" constraint(w[0]) : [s] "l"(surface), __VA_ARGS__)
#define CUDASIM_SULD2(shape, width, mode, at, constraint, ...)                               \
  asm volatile("suld.b." shape ".v2." width "." mode " {%[a], %[b]}, [%[s], " at "];"        \
               : [a] "=" constraint(w[0]), [b] "=" constraint(w[1])                          \
               : [s] "l"(surface), __VA_ARGS__)
#define CUDASIM_SULD4(shape, width, mode, at, constraint, ...)                                             \
  asm volatile("suld.b." shape ".v4." width "." mode " {%[a], %[b], %[c], %[d]}, [%[s], " at "];"          \
               : [a] "=" constraint(w[0]), [b] "=" constraint(w[1]), [c] "=" constraint(w[2]), [d] "=" constraint(w[3]) \
               : [s] "l"(surface), __VA_ARGS__)
#define CUDASIM_SUST1(shape, width, mode, at, constraint, ...) \
  asm volatile("sust.b." shape "." width "." mode " [%[s], " at "], {%[a]};" ::[a] constraint(w[0]), [s] "l"(surface), __VA_ARGS__ : "memory")
#define CUDASIM_SUST2(shape, width, mode, at, constraint, ...)                                  \
  asm volatile("sust.b." shape ".v2." width "." mode " [%[s], " at "], {%[a], %[b]};" ::        \
                   [a] constraint(w[0]), [b] constraint(w[1]), [s] "l"(surface), __VA_ARGS__    \
               : "memory")
#define CUDASIM_SUST4(shape, width, mode, at, constraint, ...)                                                      \
  asm volatile("sust.b." shape ".v4." width "." mode " [%[s], " at "], {%[a], %[b], %[c], %[d]};" ::                \
                   [a] constraint(w[0]), [b] constraint(w[1]), [c] constraint(w[2]), [d] constraint(w[3]), [s] "l"(surface), __VA_ARGS__ \
               : "memory")
// Every element width for one operation, shape and mode.
#define CUDASIM_SURFACE_WIDTHS(op, shape, mode, at, ...)                                                     \
  if constexpr (E::bytes == 1 && E::count == 1) op##1(shape, "b8", mode, at, "h", __VA_ARGS__);             \
  else if constexpr (E::bytes == 1 && E::count == 2) op##2(shape, "b8", mode, at, "h", __VA_ARGS__);        \
  else if constexpr (E::bytes == 1 && E::count == 4) op##4(shape, "b8", mode, at, "h", __VA_ARGS__);        \
  else if constexpr (E::bytes == 2 && E::count == 1) op##1(shape, "b16", mode, at, "h", __VA_ARGS__);       \
  else if constexpr (E::bytes == 2 && E::count == 2) op##2(shape, "b16", mode, at, "h", __VA_ARGS__);       \
  else if constexpr (E::bytes == 2 && E::count == 4) op##4(shape, "b16", mode, at, "h", __VA_ARGS__);       \
  else if constexpr (E::bytes == 4 && E::count == 1) op##1(shape, "b32", mode, at, "r", __VA_ARGS__);       \
  else if constexpr (E::bytes == 4 && E::count == 2) op##2(shape, "b32", mode, at, "r", __VA_ARGS__);       \
  else if constexpr (E::bytes == 4 && E::count == 4) op##4(shape, "b32", mode, at, "r", __VA_ARGS__);       \
  else if constexpr (E::bytes == 8 && E::count == 1) op##1(shape, "b64", mode, at, "l", __VA_ARGS__);       \
  else op##2(shape, "b64", mode, at, "l", __VA_ARGS__)

// The three boundary modes; a mode known to the compiler leaves one instruction.
#define CUDASIM_SURFACE_MODES(op, shape, at, ...)                                                          \
  if (mode == cudaBoundaryModeZero) { CUDASIM_SURFACE_WIDTHS(op, shape, "zero", at, __VA_ARGS__); }        \
  else if (mode == cudaBoundaryModeClamp) { CUDASIM_SURFACE_WIDTHS(op, shape, "clamp", at, __VA_ARGS__); } \
  else { CUDASIM_SURFACE_WIDTHS(op, shape, "trap", at, __VA_ARGS__); }

#define CUDASIM_LIST(...) __VA_ARGS__
// read and write functions of one shape: name, PTX shape, coordinates (PTX), parameters, arguments, inputs.
#define CUDASIM_SURFACE(name, shape, at, parameters, arguments, ...)                                                    \
  template <class T>                                                                                                   \
  CUDASIM_DEVICE T name##read(cudaSurfaceObject_t surface, parameters, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { \
    using E = cudasim::Element<T>;                                                                                     \
    cudasim::SurfaceWords<T> words{};                                                                                  \
    auto* w = words.word;                                                                                              \
    CUDASIM_SURFACE_MODES(CUDASIM_SULD, shape, at, __VA_ARGS__)                                                        \
    return words.element();                                                                                            \
  }                                                                                                                    \
  template <class T>                                                                                                   \
  CUDASIM_DEVICE void name##read(T* result, cudaSurfaceObject_t surface, parameters,                                   \
                                 cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                                \
    *result = name##read<T>(surface, arguments, mode);                                                                 \
  }                                                                                                                    \
  template <class T>                                                                                                   \
  CUDASIM_DEVICE void name##write(T value, cudaSurfaceObject_t surface, parameters,                                    \
                                  cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                               \
    using E = cudasim::Element<T>;                                                                                     \
    const cudasim::SurfaceWords<T> words = cudasim::SurfaceWords<T>::from(value);                                      \
    const auto* w = words.word;                                                                                        \
    CUDASIM_SURFACE_MODES(CUDASIM_SUST, shape, at, __VA_ARGS__)                                                        \
  }

CUDASIM_SURFACE(surf1D, "1d", "{%[x]}", int x, x, [x] "r"(x))
CUDASIM_SURFACE(surf2D, "2d", "{%[x], %[y]}", CUDASIM_LIST(int x, int y), CUDASIM_LIST(x, y), [x] "r"(x), [y] "r"(y))
CUDASIM_SURFACE(surf3D, "3d", "{%[x], %[y], %[z], %[z]}", CUDASIM_LIST(int x, int y, int z), CUDASIM_LIST(x, y, z),
                [x] "r"(x), [y] "r"(y), [z] "r"(z))
CUDASIM_SURFACE(surf1DLayered, "a1d", "{%[l], %[x]}", CUDASIM_LIST(int x, int layer), CUDASIM_LIST(x, layer),
                [x] "r"(x), [l] "r"(layer))
CUDASIM_SURFACE(surf2DLayered, "a2d", "{%[l], %[x], %[y], %[y]}", CUDASIM_LIST(int x, int y, int layer),
                CUDASIM_LIST(x, y, layer), [x] "r"(x), [y] "r"(y), [l] "r"(layer))
// A cubemap is six layers; a layered one six per layer.
CUDASIM_SURFACE(surfCubemap, "a2d", "{%[l], %[x], %[y], %[y]}", CUDASIM_LIST(int x, int y, int face),
                CUDASIM_LIST(x, y, face), [x] "r"(x), [y] "r"(y), [l] "r"(face))
CUDASIM_SURFACE(surfCubemapLayered, "a2d", "{%[l], %[x], %[y], %[y]}", CUDASIM_LIST(int x, int y, int layer_face),
                CUDASIM_LIST(x, y, layer_face), [x] "r"(x), [y] "r"(y), [l] "r"(layer_face))

#undef CUDASIM_SURFACE
#undef CUDASIM_SURFACE_MODES
#undef CUDASIM_SURFACE_WIDTHS
#undef CUDASIM_SULD1
#undef CUDASIM_SULD2
#undef CUDASIM_SULD4
#undef CUDASIM_SUST1
#undef CUDASIM_SUST2
#undef CUDASIM_SUST4
