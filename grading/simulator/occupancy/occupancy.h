#pragma once
/// @file
/// @brief Theoretical occupancy: how many blocks of a kernel one multiprocessor holds at a time, and what stops it from
/// holding more.
///
/// A block stays where it starts until its last thread is done, and takes its warps, registers and shared memory with
/// it. Whichever of them runs out first decides. More warps hide more latency, up to a point: the highest occupancy is
/// not always the fastest (Best Practices Guide 13.0, 11.1).
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sim::occupancy {

constexpr int warp_size = 32;
constexpr int max_threads_per_block = 1024;

/// What one multiprocessor of a compute capability has; shared memory in bytes.
/// Source: CUDA C++ Programming Guide 13.0, section 20.2, "Technical Specifications per Compute Capability".
struct Limits {
  int major = 0, minor = 0;
  std::uint32_t threads = 0, blocks = 0;   ///< resident at a time
  std::uint32_t registers = 65536;         ///< of 32 bits, of the multiprocessor and of a block
  std::uint32_t shared = 0;                ///< of the multiprocessor
  std::uint32_t shared_per_block = 49152;  ///< without asking for more
  std::uint32_t shared_per_block_optin = 0;
  std::uint32_t shared_reserved = 0;  ///< kept by the driver of each block
  std::uint32_t shared_unit = 128;    ///< granted in multiples of
  std::string name() const;           ///< "9.0"
};

/// 7.5, 8.0, 8.6, 8.9, 9.0, 10.0 and 12.0, ascending.
std::span<const Limits> capabilities();
/// nullptr for a capability that is none of them.
const Limits* limits_of(int major, int minor);
const Limits* limits_of(std::string_view name);  ///< "9.0"

/// What one block needs.
struct Block {
  int threads = 0;
  int registers = 0;                                  ///< per thread; 0: not known to be any
  std::size_t static_shared = 0, dynamic_shared = 0;  ///< bytes
};

enum class Resource { warps, registers, shared_memory, blocks };
std::string_view word(Resource resource);  ///< "warps", "registers", "shared memory", "blocks"

struct Occupancy {
  /// How many blocks each resource alone would allow; `unlimited` when the block needs nothing of it.
  static constexpr int unlimited = 0x7fffffff;
  int by_warps = 0, by_registers = 0, by_shared = 0, by_blocks = 0;
  int blocks = 0;  ///< resident at a time: the least of these; 0 when a single block does not fit
  int warps = 0;   ///< resident at a time
  int max_warps = 0;
  double fraction() const { return max_warps == 0 ? 0 : static_cast<double>(warps) / max_warps; }
  /// All resources that allow no more than `blocks`, in the order of Resource.
  std::vector<Resource> limited_by() const;
  /// "48 of 64 warps (75 %), limited by registers", or why no block fits.
  std::string sentence() const;
};

/// Whole warps; registers 256 at a time a warp, from four partitions; shared memory by `shared_unit` with what the
/// driver keeps. The same numbers as cudaOccMaxActiveBlocksPerMultiprocessor of the toolkit's cuda_occupancy.h for a
/// kernel whose limit of dynamic shared memory was raised as far as it needs.
Occupancy occupancy(const Limits& limits, const Block& block);

/// Most bytes of dynamic shared memory with which `blocks` blocks still fit; 0 when not even one byte is left.
std::size_t available_dynamic_shared(const Limits& limits, std::size_t static_shared, int blocks);

}  // namespace sim::occupancy
