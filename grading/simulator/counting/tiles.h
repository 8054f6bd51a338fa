#pragma once
// What the texture unit charges for one surface or texture instruction of one warp (tests/truth/README.md).
// CUDA arrays are block-linear: the unit of a charge is a tile of 16 bytes by 2 rows (32 bytes, one sector).
#include <cstdint>
#include <span>

#include "grading/simulator/counting/rules.h"

namespace sim::counting {

inline constexpr unsigned tile_bytes = 16, tile_rows = 2;

struct TileCount {
  unsigned requests = 0, sectors = 0;
};

// Bytes [x, x + width) of row y of slice or layer z; `present` false: the access touches nothing (zero boundary mode).
struct Texels {
  std::int64_t x = 0;
  std::int32_t y = 0, z = 0;
  unsigned width = 4;
  bool present = true;
};

// per_lane: how many texels each lane touches (1; a linear filter 2, 4 or 8), texel k of lane i at i * per_lane + k.
// group: lanes that make one request (8 for 1D and 2D surfaces and linear memory, 4 for layered, 3D and 2D textures).
// rows: rows of a tile, 2; 1 for one-dimensional arrays.
TileCount count_tiles(std::span<const Texels> texels, unsigned per_lane, std::uint32_t active, unsigned group, unsigned rows);

}  // namespace sim::counting
