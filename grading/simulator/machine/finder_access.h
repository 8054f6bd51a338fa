#pragma once
// Inside the finder only: one warp's access while it is judged.
#include "grading/simulator/machine/finder.h"

namespace sim {

// What a lane is about to store: element by element, site.elements * site.width bytes.
void lane_value(std::byte* frame, const MemorySite& site, unsigned lane, std::byte* out);

struct Finder::Access {
  Warp& warp;
  std::byte* frame;       // null: values are not known (atomics, images)
  std::uint32_t line;
  const MemorySite* site; // null: an image
  MemoryState* state;     // null: an image
  AccessSpace space;
  StampTable& stamps;
  Window window;
  const std::uint64_t* address;
  std::uint32_t mask;
  unsigned bytes;
  bool reads, writes, is_atomic;
};

}  // namespace sim
