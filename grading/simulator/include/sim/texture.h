// Texture functions of texture objects: one tex instruction each (PTX ISA, "Texture Instructions"), which always
// gives four components; a function keeps those that its element type has.
// Levels of detail are accepted; there are no mipmaps, so the only level is 0.
#pragma once

#include <type_traits>

#include "sim/arrays.h"
#include "sim/element.h"
#include "sim/synchronisation.h"

namespace cudasim {
template <class T>
struct Texel {
  using Traits = Element<T>;
  using Component = typename Traits::Component;
  static_assert(Traits::bytes <= 4, "a texture holds 1, 2 or 4 components of char, short, int or float");
  // The type in which the instruction delivers components.
  using Lane = std::conditional_t<std::is_floating_point<Component>::value, float,
                                  std::conditional_t<std::is_signed<Component>::value, int, unsigned>>;
  Lane lane[4];

  __device__ __forceinline__ T element() const {
    Component components[Traits::count];
    for (int i = 0; i < Traits::count; ++i) components[i] = static_cast<Component>(lane[i]);
    T value;
    __builtin_memcpy(&value, components, sizeof value);
    return value;
  }
};
}  // namespace cudasim

#define CUDASIM_TEX_AS(operation, shape, type, coordinate, at, constraint, ...)                                           \
  asm volatile(operation "." shape ".v4." type "." coordinate " {%[a], %[b], %[c], %[d]}, [%[t], " at ";"                 \
               : [a] "=" constraint(texel.lane[0]), [b] "=" constraint(texel.lane[1]), [c] "=" constraint(texel.lane[2]), \
                 [d] "=" constraint(texel.lane[3])                                                                        \
               : [t] "l"(texture), __VA_ARGS__)
// One texture function: name, PTX operation, shape, type of the coordinates, coordinates (PTX), parameters, arguments.
#define CUDASIM_TEXTURE(name, operation, shape, coordinate, at, parameters, arguments, ...)                         \
  template <class T>                                                                                               \
  CUDASIM_DEVICE T name(cudaTextureObject_t texture, parameters) {                                                 \
    cudasim::Texel<T> texel;                                                                                       \
    using Lane = typename cudasim::Texel<T>::Lane;                                                                 \
    if constexpr (std::is_same<Lane, float>::value) CUDASIM_TEX_AS(operation, shape, "f32", coordinate, at, "f", __VA_ARGS__); \
    else if constexpr (std::is_same<Lane, int>::value) CUDASIM_TEX_AS(operation, shape, "s32", coordinate, at, "r", __VA_ARGS__); \
    else CUDASIM_TEX_AS(operation, shape, "u32", coordinate, at, "r", __VA_ARGS__);                                 \
    return texel.element();                                                                                        \
  }                                                                                                                \
  template <class T>                                                                                               \
  CUDASIM_DEVICE void name(T* result, cudaTextureObject_t texture, parameters) {                                   \
    *result = name<T>(texture, arguments);                                                                         \
  }

CUDASIM_TEXTURE(tex1Dfetch, "tex", "1d", "s32", "{%[x]}]", int x, x, [x] "r"(x))
CUDASIM_TEXTURE(tex1D, "tex", "1d", "f32", "{%[x]}]", float x, x, [x] "f"(x))
CUDASIM_TEXTURE(tex2D, "tex", "2d", "f32", "{%[x], %[y]}]", CUDASIM_LIST(float x, float y), CUDASIM_LIST(x, y), [x] "f"(x),
                [y] "f"(y))
CUDASIM_TEXTURE(tex3D, "tex", "3d", "f32", "{%[x], %[y], %[z], %[z]}]", CUDASIM_LIST(float x, float y, float z),
                CUDASIM_LIST(x, y, z), [x] "f"(x), [y] "f"(y), [z] "f"(z))
CUDASIM_TEXTURE(tex1DLayered, "tex", "a1d", "f32", "{%[l], %[x]}]", CUDASIM_LIST(float x, int layer),
                CUDASIM_LIST(x, layer), [x] "f"(x), [l] "r"(layer))
CUDASIM_TEXTURE(tex2DLayered, "tex", "a2d", "f32", "{%[l], %[x], %[y], %[y]}]", CUDASIM_LIST(float x, float y, int layer),
                CUDASIM_LIST(x, y, layer), [x] "f"(x), [y] "f"(y), [l] "r"(layer))
CUDASIM_TEXTURE(texCubemap, "tex", "cube", "f32", "{%[x], %[y], %[z], %[z]}]", CUDASIM_LIST(float x, float y, float z),
                CUDASIM_LIST(x, y, z), [x] "f"(x), [y] "f"(y), [z] "f"(z))
CUDASIM_TEXTURE(texCubemapLayered, "tex", "acube", "f32", "{%[l], %[x], %[y], %[z]}]",
                CUDASIM_LIST(float x, float y, float z, int layer), CUDASIM_LIST(x, y, z, layer), [x] "f"(x), [y] "f"(y),
                [z] "f"(z), [l] "r"(layer))
CUDASIM_TEXTURE(tex1DLod, "tex.level", "1d", "f32", "{%[x]}], %[v]", CUDASIM_LIST(float x, float level),
                CUDASIM_LIST(x, level), [x] "f"(x), [v] "f"(level))
CUDASIM_TEXTURE(tex2DLod, "tex.level", "2d", "f32", "{%[x], %[y]}], %[v]", CUDASIM_LIST(float x, float y, float level),
                CUDASIM_LIST(x, y, level), [x] "f"(x), [y] "f"(y), [v] "f"(level))
CUDASIM_TEXTURE(tex3DLod, "tex.level", "3d", "f32", "{%[x], %[y], %[z], %[z]}], %[v]",
                CUDASIM_LIST(float x, float y, float z, float level), CUDASIM_LIST(x, y, z, level), [x] "f"(x), [y] "f"(y),
                [z] "f"(z), [v] "f"(level))
CUDASIM_TEXTURE(tex1DLayeredLod, "tex.level", "a1d", "f32", "{%[l], %[x]}], %[v]",
                CUDASIM_LIST(float x, int layer, float level), CUDASIM_LIST(x, layer, level), [x] "f"(x), [l] "r"(layer),
                [v] "f"(level))
CUDASIM_TEXTURE(tex2DLayeredLod, "tex.level", "a2d", "f32", "{%[l], %[x], %[y], %[y]}], %[v]",
                CUDASIM_LIST(float x, float y, int layer, float level), CUDASIM_LIST(x, y, layer, level), [x] "f"(x),
                [y] "f"(y), [l] "r"(layer), [v] "f"(level))
#undef CUDASIM_TEXTURE
#undef CUDASIM_TEX_AS
