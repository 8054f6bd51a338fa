#pragma once
// Compares what came back with what was ordered. Never run on anything that the runner's process can reach.
#include <cstddef>
#include <optional>
#include <span>

#include "grading/harness/finding.h"
#include "grading/harness/order.h"

namespace course::harness {

// Where an array lies in the bytes that the runner wrote: red zone, offset, rows of `pitch` bytes, red zone.
struct Placement {
  // Bytes on each side of a device array: none on the simulated GPU, which sees every access past an allocation's end
  // and names its line; a zone inside the allocation would only hide it.
  std::size_t device_red_zone = 0;

  std::size_t red_zone_of(const Array& array) const {
    return array.space == Space::host ? 256 : array.space == Space::array ? 0 : device_red_zone;
  }
  std::size_t first(const Array& array) const { return red_zone_of(array) + array.shape.offset; }
  std::size_t total(const Array& array) const;
};

// Rows without padding and zones. `raw` has Placement::total bytes.
std::vector<std::byte> rows_of(const Array& array, Placement placement, std::span<const std::byte> raw);

// Red zones, offset and padding still hold poison, and an input its values; nullopt: all as it was.
std::optional<Finding> judge_surroundings(const Array& array, Placement placement, std::span<const std::byte> raw);
std::optional<Finding> judge_input(const Array& array, std::span<const std::byte> rows);

// A result against its reference: never written, NaN, how many are wrong, the first one, what pattern it looks like.
std::optional<Finding> judge_result(const Array& array, std::span<const std::byte> rows);

// True when a result holds nothing but what it held before the call.
bool untouched(const Array& array, std::span<const std::byte> rows);

}  // namespace course::harness
