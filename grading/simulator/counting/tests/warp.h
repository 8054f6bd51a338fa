#pragma once
// Warps for tests: the address of each lane as a function of its number.
#include <array>
#include <cstdint>

#include "grading/simulator/counting/rules.h"

namespace sim::counting {

inline constexpr std::uint32_t all_lanes = ~0u;

struct Warp {
  std::array<std::uint64_t, warp_size> address{};
  std::uint32_t active = all_lanes;
  unsigned width = 4;
  operator WarpAccess() const { return {address, active, width}; }
};

// byte_of(lane): the first byte that the lane touches.
template <class F>
Warp warp(unsigned width, F byte_of, std::uint32_t active = all_lanes) {
  Warp w;
  w.width = width;
  w.active = active;
  for (unsigned lane = 0; lane < warp_size; ++lane) w.address[lane] = static_cast<std::uint64_t>(byte_of(lane));
  return w;
}

}  // namespace sim::counting
