// Expected values: tiles of 16 bytes by 2 rows, counted per group of lanes; where the truth table has the same access its
// row is named.
#include <doctest/doctest.h>

#include <vector>

#include "grading/simulator/counting/tests/warp.h"
#include "grading/simulator/counting/tiles.h"

using namespace sim::counting;

namespace {

// A warp as a rectangle of `columns` elements a row: surface2d_load<T, columns>.
TileCount rectangle(unsigned bytes, unsigned columns, unsigned group = 8, std::uint32_t active = all_lanes) {
  std::vector<Texels> texels(warp_size);
  for (unsigned lane = 0; lane < warp_size; ++lane)
    texels[lane] = {std::int64_t{lane % columns * bytes}, std::int32_t(lane / columns), 0, bytes, true};
  return count_tiles(texels, 1, active, group, tile_rows);
}

}  // namespace

TEST_CASE("tiles: every element size and shape of a warp on a 2D surface") {
  const struct { unsigned bytes, columns, sectors; } rows[] = {
      {1, 32, 4},  {1, 16, 4},   {1, 8, 4},   {1, 4, 4},   {1, 2, 8},   {1, 1, 16},  // 8 lanes: 4 rows of 2 are 2 tiles
      {2, 32, 4},  {2, 8, 4},    {2, 2, 8},   {2, 1, 16},
      {4, 32, 8},  {4, 16, 8},   {4, 8, 8},   {4, 4, 4},   {4, 2, 8},   {4, 1, 16},
      {8, 32, 16}, {8, 8, 16},   {8, 4, 8},   {8, 2, 8},   {8, 1, 16},
      {16, 32, 32}, {16, 8, 32}, {16, 4, 16}, {16, 2, 16}, {16, 1, 16}};
  for (const auto& row : rows) {
    CAPTURE(row.bytes);
    CAPTURE(row.columns);
    const TileCount count = rectangle(row.bytes, row.columns);
    CHECK(count.requests == 4);
    CHECK(count.sectors == row.sectors);
  }
}

TEST_CASE("tiles: a group without an active lane makes no request") {
  const TileCount first_12 = rectangle(4, 32, 8, 0xfff);  // surface2d_load_first_12_lanes: 32 bytes and 16 bytes
  CHECK(first_12.requests == 2);
  CHECK(first_12.sectors == 3);
  CHECK(rectangle(4, 32, 8, 0).requests == 0);
  CHECK(rectangle(4, 32, 8, 0).sectors == 0);
  CHECK(rectangle(4, 32, 8, 0x80000000).requests == 1);
}

TEST_CASE("tiles: groups of four lanes for layers, slices and textures") {
  const TileCount row = rectangle(4, 32, 4);  // surface_layered_load<32>
  CHECK(row.requests == 8);
  CHECK(row.sectors == 8);
  std::vector<Texels> slices(warp_size);  // surface3d_load<1, 1>: every lane in a slice of its own
  for (unsigned lane = 0; lane < warp_size; ++lane) slices[lane] = {0, 0, std::int32_t(lane), 4, true};
  CHECK(count_tiles(slices, 1, all_lanes, 4, tile_rows).sectors == 32);
}

TEST_CASE("tiles: one-dimensional arrays have tiles of one row") {
  std::vector<Texels> texels(warp_size);
  for (unsigned lane = 0; lane < warp_size; ++lane) texels[lane] = {std::int64_t{lane} * 16, 0, 0, 4, true};
  CHECK(count_tiles(texels, 1, all_lanes, 8, 1).sectors == 32);  // surface1d_load_stride4
  for (unsigned lane = 0; lane < warp_size; ++lane) texels[lane] = {0, std::int32_t(lane % 2), 0, 4, true};
  CHECK(count_tiles(texels, 1, all_lanes, 8, 1).sectors == 8);  // two rows are two tiles
  CHECK(count_tiles(texels, 1, all_lanes, 8, 2).sectors == 4);
}

TEST_CASE("tiles: what the zero boundary mode drops touches nothing") {
  std::vector<Texels> texels(warp_size);  // surface2d_load_zero_mode_outside: lanes 0 to 15 lie left of the edge
  for (unsigned lane = 0; lane < warp_size; ++lane) texels[lane] = {(std::int64_t{lane} - 16) * 4, 0, 0, 4, lane >= 16};
  const TileCount count = count_tiles(texels, 1, all_lanes, 8, tile_rows);
  CHECK(count.requests == 4);
  CHECK(count.sectors == 4);
}

TEST_CASE("tiles: an access across the border of two tiles touches both") {
  std::vector<Texels> texels(warp_size, {12, 0, 0, 8, true});
  CHECK(count_tiles(texels, 1, 1, 8, tile_rows).sectors == 2);
}

TEST_CASE("tiles: a linear filter touches the tiles of all its texels") {
  std::vector<Texels> texels(4 * warp_size);  // a row of 32 fetches between four texels: columns x, x + 1 and rows 0, 1
  for (unsigned lane = 0; lane < warp_size; ++lane)
    for (unsigned k = 0; k < 4; ++k) texels[4 * lane + k] = {std::int64_t{lane + k % 2} * 4, std::int32_t(k / 2), 0, 4, true};
  const TileCount row = count_tiles(texels, 4, all_lanes, 4, tile_rows);  // texture2d_fetch<32>, shift 1.0, linear
  CHECK(row.requests == 8);
  CHECK(row.sectors == 16);  // 5 columns of 4 bytes from a multiple of 16 on: two tiles
}
