// Surface and texture objects: a description of memory that kernels name by a number.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "grading/simulator/runtime/arrays.h"
#include "grading/simulator/runtime/properties.h"

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
  image.layered = array.flags & cudaArrayLayered, image.cubemap = array.flags & cudaArrayCubemap;
  image.row_bytes = array.row_bytes(), image.slice_bytes = array.row_bytes() * array.rows();
  image.surface_flag = array.flags & cudaArraySurfaceLoadStore;
  set_format(image, array.format, array.element_bytes);
  return image;
}

struct Described {
  Image image;
  Outcome outcome;
};

// CUDA C++ Programming Guide, technical specifications: width of a 1D texture over linear memory.
constexpr std::size_t most_linear_elements = std::size_t{1} << 28;

// What an object was made from, for the calls that ask. Function-local, as everything that registration may reach.
struct Descriptions {
  cudaResourceDesc resource;
  cudaTextureDesc texture;
  cudaResourceViewDesc view;
};
std::map<std::uint64_t, Descriptions>& descriptions() {
  static auto* const live = new std::map<std::uint64_t, Descriptions>;
  return *live;
}

std::uint64_t add_object(State& s, Image image, bool texture, const Descriptions& from) {
  image.texture = texture;
  const std::uint64_t object = s.images.add(image);
  descriptions()[object] = from;
  return object;
}
// The live object of this kind; nullptr if there is none.
const Descriptions* find_object(const State& s, std::uint64_t object, bool texture) {
  const Image* image = s.images.find(object);
  return image && image->texture == texture ? &descriptions()[object] : nullptr;
}
Outcome destroy_object(State& s, std::uint64_t object, bool texture) {
  if (!object) return cudaSuccess;  // as with free
  if (!find_object(s, object, texture))
    return {cudaErrorInvalidValue, fmt::format("{} is no live {} object: never created, or destroyed already", object, texture ? "texture" : "surface")};
  s.images.remove(object);
  descriptions().erase(object);
  return cudaSuccess;
}
// Answers a question about a live object.
template <class Part>
cudaError_t answer_about(const char* name, std::uint64_t object, bool texture, Part Descriptions::*part, Part* answer) {
  return call(name, [&](State& s) -> Outcome {
    const Descriptions* found = find_object(s, object, texture);
    if (!answer || !found)
      return {cudaErrorInvalidValue, fmt::format("{} is no live {} object, or the pointer for the answer is null", object, texture ? "texture" : "surface")};
    *answer = found->*part;
    return cudaSuccess;
  });
}

// Why the hardware cannot read this memory as a texture; empty when it can.
std::string memory_problem(const State& s, const void* memory, std::size_t bytes, std::size_t width, std::size_t height,
                           std::size_t pitch) {
  const cudaDeviceProp p = properties_of(s.limits, 0);
  if (!is_device(s, memory)) return "the memory of the resource is not device memory";
  if (reinterpret_cast<Address>(memory) % p.textureAlignment)
    return fmt::format("the memory of a texture starts at a multiple of {} bytes, as cudaMalloc's does (cudaDeviceProp::textureAlignment); "
                       "this address is {} past one", p.textureAlignment, reinterpret_cast<Address>(memory) % p.textureAlignment);
  if (height && pitch < width * bytes)
    return fmt::format("a pitch of {} bytes is smaller than a row of {} elements, {} bytes", pitch, width, width * bytes);
  if (height && pitch % p.texturePitchAlignment)
    return fmt::format("a pitch of {} bytes is not a multiple of {} (cudaDeviceProp::texturePitchAlignment); cudaMallocPitch gives one that is",
                       pitch, p.texturePitchAlignment);
  if (height && (width > std::size_t(p.maxTexture2DLinear[0]) || height > std::size_t(p.maxTexture2DLinear[1])))
    return fmt::format("{} by {} elements; a texture over pitched memory has at most {} by {}", width, height,
                       p.maxTexture2DLinear[0], p.maxTexture2DLinear[1]);
  if (!height && width > most_linear_elements)
    return fmt::format("{} elements; a texture over linear memory has at most {}", width, most_linear_elements);
  return range_problem(s, {memory, width * bytes, height ? height : 1, pitch}, "reads");
}

// Linear (height 0) or pitched device memory behind a texture.
Described image_of_memory(const State& s, const void* memory, const cudaChannelFormatDesc& format, std::size_t width,
                          std::size_t height, std::size_t pitch) {
  const std::size_t bytes = element_bytes(format);
  if (!bytes) return {{}, {cudaErrorInvalidChannelDescriptor, "no texture element has this channel format"}};
  if (std::string problem = memory_problem(s, memory, bytes, width, height, pitch); !problem.empty())
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
  if (texture.sRGB) return {cudaErrorNotSupported, "conversion from sRGB is not available on the simulated GPU"};
  if (texture.seamlessCubemap) return {cudaErrorNotSupported, "seamless cubemaps are not available on the simulated GPU"};
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
  fault.sentence = "the array was made without cudaArraySurfaceLoadStore (the last argument of cudaMallocArray and cudaMalloc3DArray), which a surface "
                   "object needs to read or write it; the hardware does not say so";
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
    *object = add_object(s, described.image, false, {*resource, {}, {}});
    return cudaSuccess;
  });
}
cudaError_t cudaCreateTextureObject(cudaTextureObject_t* object, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* texture, const cudaResourceViewDesc* view) {
  return call("cudaCreateTextureObject", [&](State& s) -> Outcome {
    if (!object || !resource || !texture)
      return {cudaErrorInvalidValue, "the pointers for the object, its resource and its texture description are needed"};
    Described described = describe_resource(s, *resource);
    if (described.outcome.status != cudaSuccess) return described.outcome;
    if (const Outcome outcome = set_sampling(described.image, *texture); outcome.status != cudaSuccess) return outcome;
    if (view && view->format != cudaResViewFormatNone)
      return {cudaErrorNotSupported, "a view of another format (cudaResourceViewDesc) is not available on the simulated GPU"};
    *object = add_object(s, described.image, true, {*resource, *texture, view ? *view : cudaResourceViewDesc{}});
    return cudaSuccess;
  });
}
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object) {
  return call("cudaDestroySurfaceObject", [&](State& s) { return destroy_object(s, object, false); });
}
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object) {
  return call("cudaDestroyTextureObject", [&](State& s) { return destroy_object(s, object, true); });
}
cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* resource, cudaSurfaceObject_t object) {
  return answer_about("cudaGetSurfaceObjectResourceDesc", object, false, &Descriptions::resource, resource);
}
cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource, cudaTextureObject_t object) {
  return answer_about("cudaGetTextureObjectResourceDesc", object, true, &Descriptions::resource, resource);
}
cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* texture, cudaTextureObject_t object) {
  return answer_about("cudaGetTextureObjectTextureDesc", object, true, &Descriptions::texture, texture);
}
cudaError_t cudaGetTextureObjectResourceViewDesc(cudaResourceViewDesc* view, cudaTextureObject_t object) {
  return answer_about("cudaGetTextureObjectResourceViewDesc", object, true, &Descriptions::view, view);
}

}  // extern "C"
