#pragma once
// Which lane a shuffle reads.
#include "grading/simulator/machine/code.h"

namespace sim {

struct ShuffleLane {
  int from = 0;
  bool inside = false;  // false: the lane keeps its own value
};

// PTX ISA, shfl.sync: b is the lane operand, c holds the segment mask (bits 8 to 12) and the clamp (bits 0 to 4).
template <Op::Role Mode>
constexpr ShuffleLane shuffle_lane(int lane, std::uint32_t b, std::uint32_t c) {
  const int by = static_cast<int>(b & 31), clamp = static_cast<int>(c & 31), segment = static_cast<int>(c >> 8 & 31);
  const int most = (lane & segment) | (clamp & ~segment), least = lane & segment;
  int from = lane;
  bool inside = false;
  if constexpr (Mode == Op::Role::shuffle_up) from = lane - by, inside = from >= most;
  if constexpr (Mode == Op::Role::shuffle_down) from = lane + by, inside = from <= most;
  if constexpr (Mode == Op::Role::shuffle_bfly) from = lane ^ by, inside = from <= most;
  if constexpr (Mode == Op::Role::shuffle_idx) from = least | (by & ~segment), inside = from <= most;
  return {(inside ? from : lane) & 31, inside};
}

}  // namespace sim
