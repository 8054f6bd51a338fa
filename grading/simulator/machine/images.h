#pragma once
// What surface and texture objects stand for: arrays in device memory, rows one after another.
// Tiles exist for counting only.
#include <array>
#include <cstdint>
#include <iterator>
#include <map>

#include "grading/simulator/machine/memory.h"

namespace sim {

struct Image {
  Address base = 0;
  bool texture = false;                    // made as a texture object, else as a surface object
  // Extents in elements. height 0: one-dimensional. depth 0: no slices; it counts layers of a layered array, faces of a
  // cubemap and both of one that is both.
  std::uint32_t width = 0, height = 0, depth = 0;
  bool layered = false, cubemap = false;
  bool linear = false;                     // a texture over linear memory or pitched rows, not a CUDA array
  std::size_t row_bytes = 0, slice_bytes = 0;
  // Element: `components` of `component_bytes` each.
  std::uint32_t components = 1, component_bytes = 4;
  enum class Format : std::uint8_t { signed_integer, unsigned_integer, floating } format = Format::floating;
  bool surface_flag = true;                // made with cudaArraySurfaceLoadStore

  // Textures.
  enum class AddressMode : std::uint8_t { wrap, clamp, mirror, border };
  std::array<AddressMode, 3> address{AddressMode::clamp, AddressMode::clamp, AddressMode::clamp};
  bool linear_filter = false, normalized_coordinates = false, normalized_result = false;
  std::array<float, 4> border{};

  std::uint32_t element_bytes() const { return components * component_bytes; }
  // Of one layer or face.
  unsigned dimensions() const { return height == 0 ? 1 : depth != 0 && !layered && !cubemap ? 3 : 2; }
};

// Handles that kernels receive; 0 is no object.
class ImageTable {
 public:
  std::uint64_t add(Image image) {
    images_[++last_] = image;
    return last_;
  }
  bool remove(std::uint64_t handle) { return images_.erase(handle) != 0; }
  const Image* find(std::uint64_t handle) const {
    const auto it = images_.find(handle);
    return it == images_.end() ? nullptr : &it->second;
  }
  // Handles count up: the last one given, and how many objects made after it are still there.
  std::uint64_t last() const { return last_; }
  std::size_t made_after(std::uint64_t handle) const {
    return static_cast<std::size_t>(std::distance(images_.upper_bound(handle), images_.end()));
  }

 private:
  std::map<std::uint64_t, Image> images_;
  std::uint64_t last_ = 0;
};

}  // namespace sim
