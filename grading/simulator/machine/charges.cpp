// What the memory system charges for one access of a warp, by the rules of the counting part.
#include <algorithm>

#include "grading/simulator/machine/access.h"

namespace sim {

Pattern::Charge charge_for(const counting::WarpAccess& access, AccessSpace space) {
  Pattern::Charge charge;
  switch (space) {
    case AccessSpace::global: {
      const auto c = counting::count_sectors(access);
      charge = {static_cast<std::uint8_t>(c.sectors), static_cast<std::uint8_t>(c.ideal), static_cast<std::uint16_t>(c.bytes)};
      break;
    }
    case AccessSpace::shared: {
      const auto c = counting::count_wavefronts(access);
      charge = {static_cast<std::uint8_t>(c.wavefronts), static_cast<std::uint8_t>(c.ideal), static_cast<std::uint16_t>(c.conflicts)};
      break;
    }
    case AccessSpace::local: {
      // Local memory of a warp is interleaved by 4-byte words, so that one word of all lanes fills 128 bytes.
      unsigned sectors = 0;
      for (unsigned word = 0; word < std::max(1u, access.width / 4); ++word) {
        std::uint64_t address[lanes] = {};
        for (unsigned i = 0; i < lanes; ++i) {
          const std::uint64_t a = access.address[i] + 4 * word;
          address[i] = a / 4 * 128 + i * 4 + a % 4;
        }
        sectors += counting::count_sectors({address, access.active, std::min(4u, access.width)}).sectors;
      }
      charge = {static_cast<std::uint8_t>(sectors), static_cast<std::uint8_t>(sectors), 0};
      break;
    }
    case AccessSpace::constant:
      // No constant load is wider than 8 bytes: one of 16 is two of them.
      charge = {static_cast<std::uint8_t>(counting::count_constant_requests(access)),
                static_cast<std::uint8_t>(access.width > 8 ? 2 : 1), 0};
      break;
    default: break;
  }
  return charge;
}

}  // namespace sim
