#pragma once
// cudaArray: rows of elements in device memory that copies reach by (x, y, z) and kernels through objects only.
#include "grading/simulator/runtime/copies.h"

// Extents in elements; height and depth are 0 where the array has no such dimension. `depth` counts layers or faces too.
struct cudaArray {
  cudaChannelFormatDesc format;
  cudaExtent extent;
  unsigned flags;
  sim::Address base;
  std::size_t element_bytes;

  std::size_t rows() const { return extent.height ? extent.height : 1; }
  std::size_t slices() const { return extent.depth ? extent.depth : 1; }
  std::size_t row_bytes() const { return extent.width * element_bytes; }
  std::byte* at(std::size_t x_bytes, std::size_t y, std::size_t z) const {
    return reinterpret_cast<std::byte*>(base + (z * rows() + y) * row_bytes() + x_bytes);
  }
};

namespace sim::runtime {

// Bytes of an element, 0 when no array can hold it: 1, 2 or 4 equal components of 8, 16 or 32 bits.
std::size_t element_bytes(const cudaChannelFormatDesc& format);

// True for the handle of a live array.
bool is_array_handle(const void* pointer);

// cudaMemcpy3D with an array on either side.
Outcome copy_3d_array(State& state, const char* call, const cudaMemcpy3DParms& parameters);

}  // namespace sim::runtime
