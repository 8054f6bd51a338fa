// Copies with a cudaArray on one side or both.
#include <fmt/format.h>

#include "grading/simulator/runtime/arrays.h"
#include "grading/simulator/runtime/graphs.h"

namespace sim::runtime {
namespace {

// A corner inside an array; x in bytes.
struct Place {
  const cudaArray* array;
  std::size_t x_bytes, y, z;

  std::byte* start() const { return array->at(x_bytes, y, z); }
};

constexpr const char* no_array = "the array was never allocated or is freed";

// Why a box of `width` bytes, `height` rows and `depth` slices does not lie inside the array; empty when it does.
std::string place_problem(const Place& p, std::size_t width, std::size_t height, std::size_t depth) {
  if (!is_array_handle(p.array)) return no_array;
  if (const std::size_t end = sum_of(p.x_bytes, width); end > p.array->row_bytes())
    return fmt::format("bytes {} to {} of a row; a row of the array has {} (x and width are in bytes here)", p.x_bytes, end,
                       p.array->row_bytes());
  if (const std::size_t end = sum_of(p.y, height); end > p.array->rows())
    return fmt::format("rows {} to {}; the array has {}", p.y, end, p.array->rows());
  if (const std::size_t end = sum_of(p.z, depth); end > p.array->slices())
    return fmt::format("slices {} to {}; the array has {}", p.z, end, p.array->slices());
  return {};
}

Outcome copy_2d(State& s, const char* name, const Place& place, const void* other, std::size_t pitch, std::size_t width,
                std::size_t height, cudaMemcpyKind kind, bool to_array) {
  if (std::string problem = place_problem(place, width, height, 1); !problem.empty())
    return {cudaErrorInvalidValue, std::move(problem)};
  const Range array = {place.start(), width, height, place.array->row_bytes()};
  const Range rest = {other, width, height, pitch};
  return to_array ? copy(s, name, array, rest, kind) : copy(s, name, rest, array, kind);
}

// The deprecated copies: `bytes` bytes from a corner on, row after row without a pitch.
struct Run {
  Range range{};
  std::string problem;
};
Run run_of(const Place& p, std::size_t bytes) {
  if (!is_array_handle(p.array)) return {{}, no_array};
  const std::size_t start = sum_of(product_of(p.y, p.array->row_bytes()), p.x_bytes), all = p.array->row_bytes() * p.array->rows();
  if (p.x_bytes >= p.array->row_bytes() || sum_of(start, bytes) > all)
    return {{}, fmt::format("{} bytes from byte {} of row {} on; the array has {} rows of {} bytes", bytes, p.x_bytes, p.y,
                            p.array->rows(), p.array->row_bytes())};
  return {{p.start(), bytes}, {}};
}

Outcome copy_run(State& s, const char* name, const Run& to, const Run& from, cudaMemcpyKind kind) {
  add_note(s.record, fmt::format("{} is deprecated: cudaMemcpy2DToArray, cudaMemcpy2DFromArray and "
                                 "cudaMemcpy2DArrayToArray say how wide a row is", name));
  for (const Run* run : {&to, &from})
    if (!run->problem.empty()) return {cudaErrorInvalidValue, run->problem};
  return copy(s, name, to.range, from.range, kind);
}

// One side of cudaMemcpy3D.
struct Side {
  const cudaArray* array;
  const cudaPos& pos;
  const cudaPitchedPtr& plain;

  // Slice z of the copied box, a rectangle of `width` bytes by `height` rows. x counts elements of an array; plain memory
  // starts at x = 0 (below).
  Range slice(std::size_t z, std::size_t width, std::size_t height) const {
    if (array) return {array->at(pos.x * array->element_bytes, pos.y, pos.z + z), width, height, array->row_bytes()};
    return {static_cast<std::byte*>(plain.ptr) + ((pos.z + z) * plain.ysize + pos.y) * plain.pitch, width, height,
            plain.pitch};
  }
};

}  // namespace

Outcome copy_3d_array(State& s, const char* name, const cudaMemcpy3DParms& p) {
  const Side from = {p.srcArray, p.srcPos, p.srcPtr}, to = {p.dstArray, p.dstPos, p.dstPtr};
  for (const Side* side : {&from, &to}) {
    // Few fields of the structure are ever set: those that are not hold what lay in their place before.
    if (side->array && !is_array_handle(side->array))
      return {cudaErrorInvalidValue, fmt::format("{}Array is {}, and {}; a cudaMemcpy3DParms has to begin as all zeros: cudaMemcpy3DParms copy = {{}}",
                                                 side == &from ? "src" : "dst", static_cast<const void*>(side->array), no_array)};
    if (side->array && side->plain.ptr)
      return {cudaErrorInvalidValue, fmt::format("{0}Array and {0}Ptr are both given; a side is an array or memory", side == &from ? "src" : "dst")};
  }
  // The Runtime API's text has x count bytes of plain memory; an H200 refuses 8 bytes of 28 beside an array of int.
  for (const Side* side : {&from, &to})
    if (!side->array && side->pos.x != 0)
      return {cudaErrorInvalidValue, fmt::format("{0}Pos.x is {1}, and {0}Ptr is plain memory beside an array: leave x at 0 and let {0}Ptr.ptr point to the column where the box starts",
                                                 side == &from ? "src" : "dst", side->pos.x)};
  if (from.array && to.array && from.array->element_bytes != to.array->element_bytes)
    return {cudaErrorInvalidValue, fmt::format("the elements of the two arrays differ: {} and {} bytes", from.array->element_bytes, to.array->element_bytes)};
  // With an array on either side, the extent's width counts its elements.
  const std::size_t width = product_of(p.extent.width, (from.array ? from.array : to.array)->element_bytes);
  for (const Side* side : {&from, &to}) {
    if (!side->array) continue;
    const Place place = {side->array, product_of(side->pos.x, side->array->element_bytes), side->pos.y, side->pos.z};
    if (std::string problem = place_problem(place, width, p.extent.height, p.extent.depth); !problem.empty())
      return {cudaErrorInvalidValue, std::move(problem)};
  }
  for (std::size_t z = 0; z < p.extent.depth; ++z) {
    const Outcome outcome = copy(s, name, to.slice(z, width, p.extent.height), from.slice(z, width, p.extent.height), p.kind);
    if (outcome.status != cudaSuccess) return outcome;
  }
  return cudaSuccess;
}

}  // namespace sim::runtime

using namespace sim::runtime;

extern "C" {

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t pitch, size_t width,
                                size_t height, cudaMemcpyKind kind) {
  return call_and_wait("cudaMemcpy2DToArray", [=](State& s) {
    return copy_2d(s, "cudaMemcpy2DToArray", {to, x, y, 0}, from, pitch, width, height, kind, true);
  });
}
cudaError_t cudaMemcpy2DFromArray(void* to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width,
                                  size_t height, cudaMemcpyKind kind) {
  return call_and_wait("cudaMemcpy2DFromArray", [=](State& s) {
    return copy_2d(s, "cudaMemcpy2DFromArray", {from, x, y, 0}, to, pitch, width, height, kind, false);
  });
}
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void* from, size_t pitch, size_t width,
                                     size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  return call_in_stream("cudaMemcpy2DToArrayAsync", stream, [=](State& s) {
    return copy_2d(s, "cudaMemcpy2DToArrayAsync", {to, x, y, 0}, from, pitch, width, height, kind, true);
  });
}
cudaError_t cudaMemcpy2DFromArrayAsync(void* to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width,
                                       size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  return call_in_stream("cudaMemcpy2DFromArrayAsync", stream, [=](State& s) {
    return copy_2d(s, "cudaMemcpy2DFromArrayAsync", {from, x, y, 0}, to, pitch, width, height, kind, false);
  });
}
cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from, size_t from_x,
                                     size_t from_y, size_t width, size_t height, cudaMemcpyKind kind) {
  return call_and_wait("cudaMemcpy2DArrayToArray", [=](State& s) -> Outcome {
    const Place source = {from, from_x, from_y, 0};
    if (std::string problem = place_problem(source, width, height, 1); !problem.empty())
      return {cudaErrorInvalidValue, "source: " + problem};
    return copy_2d(s, "cudaMemcpy2DArrayToArray", {to, to_x, to_y, 0}, source.start(), from->row_bytes(), width, height, kind, true);
  });
}
cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t bytes, cudaMemcpyKind kind) {
  return call_and_wait("cudaMemcpyToArray", [=](State& s) {
    return copy_run(s, "cudaMemcpyToArray", run_of({to, x, y, 0}, bytes), {{from, bytes}, {}}, kind);
  });
}
cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, size_t x, size_t y, size_t bytes, cudaMemcpyKind kind) {
  return call_and_wait("cudaMemcpyFromArray", [=](State& s) {
    return copy_run(s, "cudaMemcpyFromArray", {{to, bytes}, {}}, run_of({from, x, y, 0}, bytes), kind);
  });
}
cudaError_t cudaMemcpyArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from, size_t from_x,
                                   size_t from_y, size_t bytes, cudaMemcpyKind kind) {
  return call_and_wait("cudaMemcpyArrayToArray", [=](State& s) {
    return copy_run(s, "cudaMemcpyArrayToArray", run_of({to, to_x, to_y, 0}, bytes), run_of({from, from_x, from_y, 0}, bytes), kind);
  });
}
cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, size_t x, size_t y, const void* from, size_t bytes, cudaMemcpyKind kind,
                                   cudaStream_t stream) {
  return call_in_stream("cudaMemcpyToArrayAsync", stream, [=](State& s) {
    return copy_run(s, "cudaMemcpyToArrayAsync", run_of({to, x, y, 0}, bytes), {{from, bytes}, {}}, kind);
  });
}
cudaError_t cudaMemcpyFromArrayAsync(void* to, cudaArray_const_t from, size_t x, size_t y, size_t bytes, cudaMemcpyKind kind,
                                     cudaStream_t stream) {
  return call_in_stream("cudaMemcpyFromArrayAsync", stream, [=](State& s) {
    return copy_run(s, "cudaMemcpyFromArrayAsync", {{to, bytes}, {}}, run_of({from, x, y, 0}, bytes), kind);
  });
}

}  // extern "C"
