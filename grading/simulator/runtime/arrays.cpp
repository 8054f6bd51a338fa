#include "grading/simulator/runtime/arrays.h"

#include <fmt/format.h>

#include <set>

#include "grading/simulator/runtime/graphs.h"
#include "grading/simulator/runtime/properties.h"

namespace sim::runtime {

std::size_t element_bytes(const cudaChannelFormatDesc& f) {
  const int bits[] = {f.x, f.y, f.z, f.w};
  std::size_t components = 0;
  while (components < 4 && bits[components] != 0) ++components;
  for (std::size_t i = 0; i < 4; ++i)
    if (bits[i] != (i < components ? f.x : 0)) return 0;
  const bool width = f.x == 8 || f.x == 16 || f.x == 32;
  const bool kind = f.f == cudaChannelFormatKindSigned || f.f == cudaChannelFormatKindUnsigned ||
                    (f.f == cudaChannelFormatKindFloat && f.x != 8);
  return width && kind && (components == 1 || components == 2 || components == 4) ? components * f.x / 8 : 0;
}

namespace {

// Function-local, as everything that registration may reach.
std::set<const cudaArray*>& arrays() {
  static auto* const live = new std::set<const cudaArray*>;
  return *live;
}

// Most elements in each direction; 0: the array has no such direction.
struct Limits {
  int width, height, depth;
};

// Surfaces and textures have limits of their own; an array that a surface may use keeps to the surfaces'.
Limits limits_of(const cudaDeviceProp& p, const cudaExtent& e, unsigned flags) {
  const bool surface = flags & cudaArraySurfaceLoadStore, layered = flags & cudaArrayLayered;
  const auto layers = [](const int (&l)[3]) { return Limits{l[0], l[1], l[2]}; };
  if (flags & cudaArrayCubemap) {
    const int side = surface ? p.maxSurfaceCubemap : p.maxTextureCubemap;
    return layered ? Limits{side, side, (surface ? p.maxSurfaceCubemapLayered : p.maxTextureCubemapLayered)[1]} : Limits{side, side, 6};
  }
  if (layered && e.height) return layers(surface ? p.maxSurface2DLayered : p.maxTexture2DLayered);
  if (layered) return {(surface ? p.maxSurface1DLayered : p.maxTexture1DLayered)[0], 0, (surface ? p.maxSurface1DLayered : p.maxTexture1DLayered)[1]};
  if (e.depth) return layers(surface ? p.maxSurface3D : p.maxTexture3D);
  if (e.height) return {(surface ? p.maxSurface2D : p.maxTexture2D)[0], (surface ? p.maxSurface2D : p.maxTexture2D)[1], 0};
  return {surface ? p.maxSurface1D : p.maxTexture1D, 0, 0};
}

// Why no array has these extents under these flags; empty when one has (CUDA Runtime API, cudaMalloc3DArray).
std::string extent_problem(const cudaDeviceProp& p, const cudaExtent& e, unsigned flags) {
  if (e.width == 0) return "an array is at least one element wide";
  if ((flags & cudaArrayLayered) && e.depth == 0) return "a layered array has at least one layer: extent.depth counts layers";
  if (flags & cudaArrayCubemap) {
    if (e.width != e.height) return fmt::format("the faces of a cubemap are squares; these are {} by {}", e.width, e.height);
    if (flags & cudaArrayLayered ? e.depth % 6 != 0 : e.depth != 6)
      return fmt::format("a cubemap has six faces, one after another in extent.depth (six to a layer); this depth is {}", e.depth);
  } else if (!(flags & cudaArrayLayered) && e.depth && !e.height) {
    return "an array with depth has rows too; one-dimensional layers need cudaArrayLayered";
  }
  const Limits limit = limits_of(p, e, flags);
  for (const auto& [size, most, what] : {std::tuple{e.width, limit.width, "wide"}, std::tuple{e.height, limit.height, "high"},
                                         std::tuple{e.depth, limit.depth, flags & cudaArrayLayered ? "layers deep" : "deep"}})
    if (size > std::size_t(most)) return fmt::format("the array is {} {}; the limit is {} (in elements)", size, what, most);
  return {};
}

Outcome allocate(State& s, cudaArray_t* array, const cudaChannelFormatDesc* format, const cudaExtent& extent, unsigned flags) {
  if (!array || !format) return {cudaErrorInvalidValue, "the pointers for the array and its format are needed"};
  const std::size_t bytes = element_bytes(*format);
  if (!bytes)
    return {cudaErrorInvalidChannelDescriptor,
            fmt::format("an array holds 1, 2 or 4 equal components of 8, 16 or 32 bits; these are {}, {}, {} and {} bits",
                        format->x, format->y, format->z, format->w)};
  if (std::string problem = extent_problem(properties_of(s.limits, 0), extent, flags); !problem.empty())
    return {cudaErrorInvalidValue, std::move(problem)};
  cudaArray made{*format, extent, flags, 0, bytes};
  made.base = s.memory.allocate(made.row_bytes() * made.rows() * made.slices(), Allocation::Kind::array);
  if (!made.base) return {cudaErrorMemoryAllocation, "the device has no room for the array"};
  *array = new cudaArray(made);
  arrays().insert(*array);
  return cudaSuccess;
}

}  // namespace

bool is_array_handle(const void* pointer) { return arrays().contains(static_cast<const cudaArray*>(pointer)); }

}  // namespace sim::runtime

using namespace sim::runtime;

extern "C" {

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind) {
  return {x, y, z, w, kind};
}
cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* format, size_t width, size_t height,
                            unsigned int flags) {
  return call_for_memory("cudaMallocArray", [&](State& s) { return allocate(s, array, format, {width, height, 0}, flags); });
}
cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* format, cudaExtent extent, unsigned int flags) {
  return call_for_memory("cudaMalloc3DArray", [&](State& s) { return allocate(s, array, format, extent, flags); });
}
cudaError_t cudaFreeArray(cudaArray_t array) {
  return call_for_memory("cudaFreeArray", [&](State& s) -> Outcome {
    if (!array) return cudaSuccess;
    if (!arrays().erase(array)) return {cudaErrorInvalidValue, "the array was never allocated or is freed already"};
    s.order.host_waits_for_all();  // freeing waits for whatever uses the memory
    release_memory(s, array->base);
    delete array;
    return cudaSuccess;
  });
}
cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* format, cudaExtent* extent, unsigned int* flags, cudaArray_t array) {
  return call("cudaArrayGetInfo", [&](State&) -> Outcome {
    if (!is_array_handle(array)) return {cudaErrorInvalidResourceHandle, "the array was never allocated or is freed"};
    if (format) *format = array->format;
    if (extent) *extent = array->extent;
    if (flags) *flags = array->flags;
    return cudaSuccess;
  });
}
cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* format, cudaArray_const_t array) {
  return call("cudaGetChannelDesc", [&](State&) -> Outcome {
    if (!format) return {cudaErrorInvalidValue, "the pointer for the channel description is needed"};
    if (!is_array_handle(array)) return {cudaErrorInvalidResourceHandle, "the array was never allocated or is freed"};
    *format = array->format;
    return cudaSuccess;
  });
}

}  // extern "C"
