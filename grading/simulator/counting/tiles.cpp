#include "grading/simulator/counting/tiles.h"

#include <algorithm>
#include <tuple>
#include <vector>

namespace sim::counting {

TileCount count_tiles(std::span<const Texels> texels, unsigned per_lane, std::uint32_t active, unsigned group, unsigned rows) {
  TileCount count;
  std::vector<std::tuple<std::int32_t, std::int64_t, std::int64_t>> tiles;
  for (unsigned first = 0; first < warp_size; first += group) {
    const std::uint32_t members = (group == warp_size ? ~0u : ((1u << group) - 1)) << first;
    if ((active & members) == 0) continue;
    ++count.requests;
    tiles.clear();
    for (unsigned lane = first; lane < first + group; ++lane) {
      if (!(active >> lane & 1)) continue;
      for (unsigned k = 0; k < per_lane; ++k) {
        const Texels& t = texels[lane * per_lane + k];
        if (!t.present) continue;
        const std::int64_t row = t.y / static_cast<std::int32_t>(rows);
        for (std::int64_t column = t.x / tile_bytes; column <= (t.x + t.width - 1) / tile_bytes; ++column)
          tiles.emplace_back(t.z, row, column);
      }
    }
    std::sort(tiles.begin(), tiles.end());
    count.sectors += static_cast<unsigned>(std::unique(tiles.begin(), tiles.end()) - tiles.begin());
  }
  return count;
}

}  // namespace sim::counting
