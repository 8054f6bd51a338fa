#include "grading/simulator/runtime/arrays.h"

#include <fmt/format.h>

#include <set>

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

// Why the extents are too large for the flags; empty when they are not.
std::string extent_problem(const cudaDeviceProp& p, const cudaExtent& e, unsigned flags) {
  const bool layered = flags & cudaArrayLayered;
  struct Limit { int width, height, depth; };
  const Limit limit = layered ? (e.height ? Limit{p.maxSurface2DLayered[0], p.maxSurface2DLayered[1], p.maxSurface2DLayered[2]}
                                          : Limit{p.maxSurface1DLayered[0], 0, p.maxSurface1DLayered[1]})
                      : e.depth  ? Limit{p.maxSurface3D[0], p.maxSurface3D[1], p.maxSurface3D[2]}
                      : e.height ? Limit{p.maxSurface2D[0], p.maxSurface2D[1], 0}
                                 : Limit{p.maxTexture1D, 0, 0};
  if (e.width == 0) return "an array is at least one element wide";
  for (const auto& [size, most, what] : {std::tuple{e.width, limit.width, "wide"}, std::tuple{e.height, limit.height, "high"},
                                         std::tuple{e.depth, limit.depth, layered ? "layers deep" : "deep"}})
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

// A rectangle of an array: width in bytes, height in rows.
struct Place {
  const cudaArray* array;
  std::size_t x_bytes, y, z;
};

std::string place_problem(const Place& p, std::size_t width, std::size_t height, std::size_t depth) {
  if (!is_array_handle(p.array)) return "the array was never allocated or is freed";
  if (p.x_bytes + width > p.array->row_bytes())
    return fmt::format("bytes {} to {} of a row; a row of the array has {} (x and width are in bytes here)", p.x_bytes,
                       p.x_bytes + width, p.array->row_bytes());
  if (p.y + height > p.array->rows())
    return fmt::format("rows {} to {}; the array has {}", p.y, p.y + height, p.array->rows());
  if (p.z + depth > p.array->slices())
    return fmt::format("slices {} to {}; the array has {}", p.z, p.z + depth, p.array->slices());
  return {};
}

Outcome copy_2d(State& s, const char* name, const Place& place, const void* other, std::size_t pitch, std::size_t width,
                std::size_t height, cudaMemcpyKind kind, bool to_array) {
  if (std::string problem = place_problem(place, width, height, 1); !problem.empty())
    return {cudaErrorInvalidValue, std::move(problem)};
  const Range array = {place.array->at(place.x_bytes, place.y, place.z), width, height, place.array->row_bytes()};
  const Range rest = {other, width, height, pitch};
  return to_array ? copy(s, name, array, rest, kind) : copy(s, name, rest, array, kind);
}

}  // namespace

bool is_array_handle(const void* pointer) { return arrays().contains(static_cast<const cudaArray*>(pointer)); }

Outcome copy_3d_array(State& s, const char* name, const cudaMemcpy3DParms& p) {
  const cudaArray* typed = p.srcArray ? p.srcArray : p.dstArray;
  if (!is_array_handle(typed)) return {cudaErrorInvalidValue, "the array was never allocated or is freed"};
  const std::size_t unit = typed->element_bytes;  // with an array, widths and x count elements
  const auto range = [&](const cudaArray* array, const cudaPos& pos, const cudaPitchedPtr& plain, std::size_t z) -> Range {
    if (array) return {array->at(pos.x * unit, pos.y, pos.z + z), p.extent.width * unit, p.extent.height, array->row_bytes()};
    return {static_cast<std::byte*>(plain.ptr) + ((pos.z + z) * plain.ysize + pos.y) * plain.pitch + pos.x * unit,
            p.extent.width * unit, p.extent.height, plain.pitch};
  };
  for (const auto& [array, pos] : {std::pair{p.srcArray, p.srcPos}, std::pair{p.dstArray, p.dstPos}})
    if (array)
      if (std::string problem = place_problem({array, pos.x * unit, pos.y, pos.z}, p.extent.width * unit, p.extent.height,
                                              p.extent.depth);
          !problem.empty())
        return {cudaErrorInvalidValue, std::move(problem)};
  for (std::size_t z = 0; z < p.extent.depth; ++z) {
    const Outcome outcome = copy(s, name, range(p.dstArray, p.dstPos, p.dstPtr, z),
                                 range(p.srcArray, p.srcPos, p.srcPtr, z), p.kind);
    if (outcome.status != cudaSuccess) return outcome;
  }
  return cudaSuccess;
}

}  // namespace sim::runtime

using namespace sim::runtime;

extern "C" {

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind) {
  return {x, y, z, w, kind};
}
cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* format, size_t width, size_t height,
                            unsigned int flags) {
  return call("cudaMallocArray", [&](State& s) { return allocate(s, array, format, {width, height, 0}, flags); });
}
cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* format, cudaExtent extent, unsigned int flags) {
  return call("cudaMalloc3DArray", [&](State& s) { return allocate(s, array, format, extent, flags); });
}
cudaError_t cudaFreeArray(cudaArray_t array) {
  return call("cudaFreeArray", [&](State& s) -> Outcome {
    if (!array) return cudaSuccess;
    if (!arrays().erase(array)) return {cudaErrorInvalidValue, "the array was never allocated or is freed already"};
    s.memory.release(array->base);
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
cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t pitch, size_t width,
                                size_t height, cudaMemcpyKind kind) {
  return call("cudaMemcpy2DToArray", [&](State& s) {
    return copy_2d(s, "cudaMemcpy2DToArray", {to, x, y, 0}, from, pitch, width, height, kind, true);
  });
}
cudaError_t cudaMemcpy2DFromArray(void* to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width,
                                  size_t height, cudaMemcpyKind kind) {
  return call("cudaMemcpy2DFromArray", [&](State& s) {
    return copy_2d(s, "cudaMemcpy2DFromArray", {from, x, y, 0}, to, pitch, width, height, kind, false);
  });
}
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void* from, size_t pitch, size_t width,
                                     size_t height, cudaMemcpyKind kind, cudaStream_t) {
  return cudaMemcpy2DToArray(to, x, y, from, pitch, width, height, kind);
}
cudaError_t cudaMemcpy2DFromArrayAsync(void* to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width,
                                       size_t height, cudaMemcpyKind kind, cudaStream_t) {
  return cudaMemcpy2DFromArray(to, pitch, from, x, y, width, height, kind);
}
cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t bytes, cudaMemcpyKind kind) {
  const std::size_t row = is_array_handle(to) ? to->row_bytes() : 0, width = row && bytes > row ? row : bytes;
  return cudaMemcpy2DToArray(to, x, y, from, width, width, width ? bytes / width : 0, kind);
}
cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, size_t x, size_t y, size_t bytes, cudaMemcpyKind kind) {
  const std::size_t row = is_array_handle(from) ? from->row_bytes() : 0, width = row && bytes > row ? row : bytes;
  return cudaMemcpy2DFromArray(to, width, from, x, y, width, width ? bytes / width : 0, kind);
}

}  // extern "C"
