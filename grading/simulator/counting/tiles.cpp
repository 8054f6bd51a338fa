#include "grading/simulator/counting/tiles.h"

#include <array>

namespace sim::counting {
namespace {

// The distinct tiles of one group. Neighbouring lanes nearly always share a tile or follow one another, so the search
// starts at the tile found last.
class Tiles {
 public:
  void add(std::int32_t z, std::int64_t row, std::int64_t column) {
    for (unsigned i = count_; i-- > 0;)
      if (tiles_[i].column == column && tiles_[i].row == row && tiles_[i].z == z) return;
    tiles_[count_++] = {row, column, z};
  }
  unsigned count() const { return count_; }

 private:
  struct Tile {
    std::int64_t row, column;
    std::int32_t z;
  };
  // A texel of at most 16 bytes lies in at most two tiles of a row; eight texels a lane are the most (3D, linear filter).
  std::array<Tile, 2 * 8 * warp_size> tiles_;
  unsigned count_ = 0;
};

}  // namespace

TileCount count_tiles(std::span<const Texels> texels, unsigned per_lane, std::uint32_t active, unsigned group, unsigned rows) {
  TileCount count;
  for (unsigned first = 0; first < warp_size; first += group) {
    const std::uint32_t members = (group == warp_size ? ~0u : ((1u << group) - 1)) << first;
    if ((active & members) == 0) continue;
    ++count.requests;
    Tiles tiles;
    for (unsigned lane = first; lane < first + group; ++lane) {
      if (!(active >> lane & 1)) continue;
      for (unsigned k = 0; k < per_lane; ++k) {
        const Texels& t = texels[lane * per_lane + k];
        if (!t.present) continue;
        const std::int64_t row = t.y / static_cast<std::int32_t>(rows);
        for (std::int64_t column = t.x / tile_bytes; column <= (t.x + t.width - 1) / tile_bytes; ++column)
          tiles.add(t.z, row, column);
      }
    }
    count.sectors += tiles.count();
  }
  return count;
}

}  // namespace sim::counting
