// Surface and texture objects: a description of memory that kernels name by a number.
#include <fmt/format.h>

#include <algorithm>

#include "grading/simulator/runtime/arrays.h"

namespace sim::runtime {
namespace {

void set_format(Image& image, const cudaChannelFormatDesc& format, std::size_t element_bytes) {
  image.component_bytes = std::uint32_t(format.x / 8);
  image.components = std::uint32_t(element_bytes) / image.component_bytes;
  image.format = format.f == cudaChannelFormatKindFloat    ? Image::Format::floating
                 : format.f == cudaChannelFormatKindSigned ? Image::Format::signed_integer
                                                           : Image::Format::unsigned_integer;
}

Image image_of(const cudaArray& array) {
  Image image;
  image.base = array.base;
  image.width = std::uint32_t(array.extent.width), image.height = std::uint32_t(array.extent.height);
  image.depth = std::uint32_t(array.extent.depth);
  image.layered = array.flags & (cudaArrayLayered | cudaArrayCubemap), image.cubemap = array.flags & cudaArrayCubemap;
  image.row_bytes = array.row_bytes(), image.slice_bytes = array.row_bytes() * array.rows();
  image.surface_flag = array.flags & cudaArraySurfaceLoadStore;
  set_format(image, array.format, array.element_bytes);
  return image;
}

struct Described {
  Image image;
  Outcome outcome;
};

// Linear or pitched device memory behind a texture.
Described image_of_memory(const State& s, const void* memory, const cudaChannelFormatDesc& format, std::size_t width,
                          std::size_t height, std::size_t pitch) {
  const std::size_t bytes = element_bytes(format);
  if (!bytes) return {{}, {cudaErrorInvalidChannelDescriptor, "no texture element has this channel format"}};
  if (!is_device(s, memory)) return {{}, {cudaErrorInvalidValue, "the memory of the resource is not device memory"}};
  if (height && pitch < width * bytes)
    return {{}, {cudaErrorInvalidValue, fmt::format("a pitch of {} bytes is smaller than a row of {} elements, {} bytes", pitch, width, width * bytes)}};
  const Range range = {memory, width * bytes, height ? height : 1, pitch};
  if (std::string problem = range_problem(s, range, "reads"); !problem.empty())
    return {{}, {cudaErrorInvalidValue, "texture: " + problem}};
  Image image;
  image.base = reinterpret_cast<Address>(memory);
  image.width = std::uint32_t(width), image.height = std::uint32_t(height);
  image.linear = true;
  image.row_bytes = height ? pitch : width * bytes;
  set_format(image, format, bytes);
  return {image, cudaSuccess};
}

Described describe_resource(const State& s, const cudaResourceDesc& resource) {
  switch (resource.resType) {
    case cudaResourceTypeArray:
      if (!is_array_handle(resource.res.array.array))
        return {{}, {cudaErrorInvalidValue, "the array of the resource was never allocated or is freed"}};
      return {image_of(*resource.res.array.array), cudaSuccess};
    case cudaResourceTypeLinear: {
      const auto& linear = resource.res.linear;
      const std::size_t bytes = std::max<std::size_t>(element_bytes(linear.desc), 1);
      return image_of_memory(s, linear.devPtr, linear.desc, linear.sizeInBytes / bytes, 0, 0);
    }
    case cudaResourceTypePitch2D: {
      const auto& pitched = resource.res.pitch2D;
      return image_of_memory(s, pitched.devPtr, pitched.desc, pitched.width, pitched.height, pitched.pitchInBytes);
    }
    default: return {{}, {cudaErrorNotSupported, "mipmapped arrays are not available on the simulated GPU"}};
  }
}

Outcome set_sampling(Image& image, const cudaTextureDesc& texture) {
  for (std::size_t i = 0; i < 3; ++i) image.address[i] = static_cast<Image::AddressMode>(texture.addressMode[i]);
  image.linear_filter = texture.filterMode == cudaFilterModeLinear;
  image.normalized_coordinates = texture.normalizedCoords != 0;
  image.normalized_result = texture.readMode == cudaReadModeNormalizedFloat;
  std::copy(std::begin(texture.borderColor), std::end(texture.borderColor), image.border.begin());
  const bool floating = image.format == Image::Format::floating;
  if (image.normalized_result && (floating || image.component_bytes > 2))
    return {cudaErrorInvalidNormSetting, "cudaReadModeNormalizedFloat is for integer components of 8 or 16 bits"};
  if (image.linear_filter && !floating && !image.normalized_result)
    return {cudaErrorInvalidFilterSetting, "linear filtering needs float components or cudaReadModeNormalizedFloat"};
  return cudaSuccess;
}

void report_missing_flag(State& s) {
  Fault fault;
  fault.kind = "missing-surface-flag";
  fault.kernel = "cudaCreateSurfaceObject";
  fault.sentence = "the array must be created with cudaArraySurfaceLoadStore (last argument of cudaMallocArray) before a "
                   "surface object may read or write it; the hardware does not say so";
  report_fault(s, fault, -1);
}

}  // namespace
}  // namespace sim::runtime

using namespace sim::runtime;

extern "C" {

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* object, const cudaResourceDesc* resource) {
  return call("cudaCreateSurfaceObject", [&](State& s) -> Outcome {
    if (!object || !resource) return {cudaErrorInvalidValue, "the pointers for the object and its resource are needed"};
    if (resource->resType != cudaResourceTypeArray)
      return {cudaErrorInvalidValue, "a surface object reads and writes a cudaArray; linear and pitched memory have none"};
    const Described described = describe_resource(s, *resource);
    if (described.outcome.status != cudaSuccess) return described.outcome;
    if (!described.image.surface_flag) report_missing_flag(s);
    *object = s.images.add(described.image);
    return cudaSuccess;
  });
}
cudaError_t cudaCreateTextureObject(cudaTextureObject_t* object, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* texture, const cudaResourceViewDesc*) {
  return call("cudaCreateTextureObject", [&](State& s) -> Outcome {
    if (!object || !resource || !texture)
      return {cudaErrorInvalidValue, "the pointers for the object, its resource and its texture description are needed"};
    Described described = describe_resource(s, *resource);
    if (described.outcome.status != cudaSuccess) return described.outcome;
    if (const Outcome outcome = set_sampling(described.image, *texture); outcome.status != cudaSuccess) return outcome;
    *object = s.images.add(described.image);
    return cudaSuccess;
  });
}
// Handle 0 names nothing and destroying it is no error, as with free.
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object) {
  return call("cudaDestroySurfaceObject", [&](State& s) -> Outcome {
    if (object && !s.images.remove(object)) return {cudaErrorInvalidValue, "this surface object was never created or is destroyed"};
    return cudaSuccess;
  });
}
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object) {
  return call("cudaDestroyTextureObject", [&](State& s) -> Outcome {
    if (object && !s.images.remove(object)) return {cudaErrorInvalidValue, "this texture object was never created or is destroyed"};
    return cudaSuccess;
  });
}

}  // extern "C"
