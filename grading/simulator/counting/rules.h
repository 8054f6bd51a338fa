#pragma once
// What the memory system charges for one instruction of one warp: addresses of its lanes in, counts out.
// Pure functions of their arguments; the rules are those that reproduce the counters of an H200
// (tests/truth/README.md), and agree with the CUDA C++ Best Practices Guide 13.0, sections 10.2.1 and 10.2.3.
#include <cstdint>
#include <span>

namespace sim::counting {

inline constexpr unsigned warp_size = 32;
inline constexpr unsigned sector_bytes = 32;
inline constexpr unsigned bank_count = 32;
inline constexpr unsigned bank_bytes = 4;

// One memory instruction of a warp: lane i is active when bit i of `active` is set, and then touches the `width`
// bytes from address[i] on. width: 1, 2, 4, 8 or 16.
struct WarpAccess {
  std::span<const std::uint64_t, warp_size> address;
  std::uint32_t active = 0;
  unsigned width = 4;
};

struct SectorCount {
  unsigned sectors = 0;  // distinct 32-byte segments touched
  unsigned ideal = 0;    // the fewest segments that could hold the distinct bytes touched
  unsigned bytes = 0;    // distinct bytes touched
};
// Global and (interleaved) local loads and stores.
SectorCount count_sectors(const WarpAccess& access);

struct WavefrontCount {
  unsigned wavefronts = 0;  // largest number of distinct words asked of one bank; at least 2 for 16-byte accesses
  unsigned ideal = 0;       // what the distinct words would need if they were spread over all banks
  unsigned conflicts = 0;   // wavefronts - ideal
};
// Shared loads and stores; addresses are offsets into the block's shared memory.
WavefrontCount count_wavefronts(const WarpAccess& access);

// Shared atomics: the largest number of lanes on one word.
unsigned count_shared_atomic_wavefronts(const WarpAccess& access);

// Constant loads: distinct byte addresses; an access of 16 bytes is two loads of 8.
unsigned count_constant_requests(const WarpAccess& access);

// Global atomics and reductions: for each sector the largest number of lanes on one address in it, added up.
// gathered: additions of integers, which the compiler gathers into one per warp when all lanes name one address.
unsigned count_atomic_sectors(const WarpAccess& access, bool gathered);

}  // namespace sim::counting
