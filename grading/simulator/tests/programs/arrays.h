#pragma once
// CUDA arrays, surface objects and texture objects with their scope, for the programs of this folder.
#include "check.h"

namespace check {

// The format of an array that holds elements of T: components of at most 32 bits, since no array has wider ones; a
// long long is two of them. `kind` says what the components are.
template <class T>
cudaChannelFormatDesc format_of(int components, cudaChannelFormatKind kind = cudaChannelFormatKindSigned) {
  int bits = int(sizeof(T)) * 8 / components;
  if (bits == 64) bits = 32, components *= 2;
  auto of = [&](int i) { return i < components ? bits : 0; };
  return cudaCreateChannelDesc(of(0), of(1), of(2), of(3), kind);
}

// An array of width x height x depth elements of T, freed with its scope. height 0: one-dimensional, depth 0: no slices.
template <class T>
class Array {
 public:
  Array(const cudaChannelFormatDesc& format, int width, int height, int depth, unsigned flags, int line = __builtin_LINE())
      : width_(width), height_(height), depth_(depth) {
    succeed(cudaMalloc3DArray(&array_, &format, make_cudaExtent(width, height, depth), flags), line);
  }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;
  ~Array() { cudaFreeArray(array_); }

  cudaArray_t get() const { return array_; }
  int rows() const { return height_ ? height_ : 1; }
  int slices() const { return depth_ ? depth_ : 1; }
  std::size_t size() const { return std::size_t(width_) * rows() * slices(); }

  // Elements in order of x, y, slice.
  void upload(const std::vector<T>& host, int line = __builtin_LINE()) {
    cudaMemcpy3DParms p = {};
    p.srcPtr = make_cudaPitchedPtr(const_cast<T*>(host.data()), width_ * sizeof(T), width_, rows());
    p.dstArray = array_;
    p.extent = make_cudaExtent(width_, rows(), slices());
    p.kind = cudaMemcpyHostToDevice;
    succeed(cudaMemcpy3D(&p), line);
  }
  std::vector<T> download(int line = __builtin_LINE()) const {
    synchronise(line);
    std::vector<T> host(size());
    cudaMemcpy3DParms p = {};
    p.srcArray = array_;
    p.dstPtr = make_cudaPitchedPtr(host.data(), width_ * sizeof(T), width_, rows());
    p.extent = make_cudaExtent(width_, rows(), slices());
    p.kind = cudaMemcpyDeviceToHost;
    succeed(cudaMemcpy3D(&p), line);
    return host;
  }

 private:
  cudaArray_t array_ = nullptr;
  int width_, height_, depth_;
};

inline cudaResourceDesc resource_of(cudaArray_t array) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  return resource;
}

class Surface {
 public:
  explicit Surface(cudaArray_t array, int line = __builtin_LINE()) {
    const cudaResourceDesc resource = resource_of(array);
    succeed(cudaCreateSurfaceObject(&object_, &resource), line);
  }
  Surface(const Surface&) = delete;
  Surface& operator=(const Surface&) = delete;
  ~Surface() { cudaDestroySurfaceObject(object_); }
  cudaSurfaceObject_t get() const { return object_; }

 private:
  cudaSurfaceObject_t object_ = 0;
};

class Texture {
 public:
  Texture(const cudaResourceDesc& resource, const cudaTextureDesc& description, int line = __builtin_LINE()) {
    succeed(cudaCreateTextureObject(&object_, &resource, &description, nullptr), line);
  }
  Texture(const Texture&) = delete;
  Texture& operator=(const Texture&) = delete;
  ~Texture() { cudaDestroyTextureObject(object_); }
  cudaTextureObject_t get() const { return object_; }

 private:
  cudaTextureObject_t object_ = 0;
};

// One address mode for all directions.
inline cudaTextureDesc sampling(cudaTextureAddressMode address, cudaTextureFilterMode filter = cudaFilterModePoint,
                                bool normalized_coordinates = false, cudaTextureReadMode read = cudaReadModeElementType) {
  cudaTextureDesc description = {};
  for (auto& mode : description.addressMode) mode = address;
  description.filterMode = filter;
  description.readMode = read;
  description.normalizedCoords = normalized_coordinates;
  return description;
}

// Elements whose bytes differ from place to place; as floats they are ordinary numbers.
template <class T>
std::vector<T> elements(std::size_t count, unsigned seed) {
  std::vector<T> made(count);
  Random random(seed);
  for (T& element : made) {
    unsigned char bytes[sizeof(T)];
    for (unsigned char& byte : bytes) byte = static_cast<unsigned char>(1 + random.below(100));
    std::memcpy(&element, bytes, sizeof bytes);
  }
  return made;
}

// Elements compared byte by byte.
template <class T>
void expect_same_bytes(const std::string& what, const std::vector<T>& got, const std::vector<T>& wanted, int line = __builtin_LINE()) {
  for (std::size_t i = 0; i < wanted.size(); ++i)
    if (i >= got.size() || std::memcmp(&got[i], &wanted[i], sizeof(T)) != 0) {
      fail(what + ": element " + text(i) + " of " + text(wanted.size()) + " is wrong", line);
      return;
    }
}

}  // namespace check
