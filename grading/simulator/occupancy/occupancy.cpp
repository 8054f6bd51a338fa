#include "grading/simulator/occupancy/occupancy.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace sim::occupancy {
namespace {

constexpr std::uint32_t kb = 1024;
constexpr int partitions = 4;               // of a multiprocessor, each with a quarter of the registers
constexpr std::size_t register_unit = 256;  // registers of a warp are granted in multiples of it

constexpr Limits capability(int major, int minor, std::uint32_t threads, std::uint32_t blocks, std::uint32_t shared_kb,
                            std::uint32_t optin_kb) {
  Limits l;
  l.major = major, l.minor = minor;
  l.threads = threads, l.blocks = blocks;
  l.shared = shared_kb * kb, l.shared_per_block_optin = optin_kb * kb;
  l.shared_reserved = major >= 8 ? kb : 0;
  l.shared_unit = major >= 8 ? 128 : 256;
  return l;
}

// capability, threads and blocks of a multiprocessor, its shared memory and that of a block in KB
constexpr std::array table = {
    capability(7, 5, 1024, 16, 64, 64),   capability(8, 0, 2048, 32, 164, 163), capability(8, 6, 1536, 16, 100, 99),
    capability(8, 9, 1536, 24, 100, 99),  capability(9, 0, 2048, 32, 228, 227), capability(10, 0, 2048, 32, 228, 227),
    capability(12, 0, 1536, 24, 100, 99),
};

constexpr std::size_t round_up(std::size_t value, std::size_t unit) { return (value + unit - 1) / unit * unit; }

int warps_of(int threads) { return (threads + warp_size - 1) / warp_size; }

int by_registers(const Limits& limits, const Block& block) {
  if (block.registers <= 0) return Occupancy::unlimited;
  const int warps = warps_of(block.threads);
  const std::size_t of_warp = round_up(static_cast<std::size_t>(block.registers) * warp_size, register_unit);
  // A block's warps are dealt to the partitions in turn, so the fullest one decides whether it starts at all.
  if (of_warp * round_up(static_cast<std::size_t>(warps), partitions) > limits.registers) return 0;
  return static_cast<int>(limits.registers / partitions / of_warp) * partitions / warps;
}

int by_shared(const Limits& limits, const Block& block) {
  const std::size_t asked = block.static_shared + block.dynamic_shared;
  if (asked > limits.shared_per_block_optin) return 0;
  const std::size_t granted = round_up(asked + limits.shared_reserved, limits.shared_unit);
  return granted == 0 ? Occupancy::unlimited : static_cast<int>(limits.shared / granted);
}

}  // namespace

std::string Limits::name() const { return fmt::format("{}.{}", major, minor); }

std::span<const Limits> capabilities() { return table; }

const Limits* limits_of(int major, int minor) {
  const auto found =
      std::find_if(table.begin(), table.end(), [&](const Limits& l) { return l.major == major && l.minor == minor; });
  return found == table.end() ? nullptr : &*found;
}

const Limits* limits_of(std::string_view name) {
  const auto found = std::find_if(table.begin(), table.end(), [&](const Limits& l) { return l.name() == name; });
  return found == table.end() ? nullptr : &*found;
}

std::string_view word(Resource resource) {
  switch (resource) {
    case Resource::warps:
      return "warps";
    case Resource::registers:
      return "registers";
    case Resource::shared_memory:
      return "shared memory";
    case Resource::blocks:
      break;
  }
  return "blocks";
}

Occupancy occupancy(const Limits& limits, const Block& block) {
  Occupancy result;
  result.max_warps = static_cast<int>(limits.threads) / warp_size;
  if (block.threads <= 0) return result;
  const int warps = warps_of(block.threads);
  result.by_warps = block.threads > max_threads_per_block ? 0 : result.max_warps / warps;
  result.by_registers = by_registers(limits, block);
  result.by_shared = by_shared(limits, block);
  result.by_blocks = static_cast<int>(limits.blocks);
  result.blocks = std::min({result.by_warps, result.by_registers, result.by_shared, result.by_blocks});
  result.warps = result.blocks * warps;
  return result;
}

std::vector<Resource> Occupancy::limited_by() const {
  std::vector<Resource> found;
  const auto consider = [&](int allowed, Resource resource) {
    if (allowed == blocks) found.push_back(resource);
  };
  consider(by_warps, Resource::warps);
  consider(by_registers, Resource::registers);
  consider(by_shared, Resource::shared_memory);
  consider(by_blocks, Resource::blocks);
  return found;
}

std::string Occupancy::sentence() const {
  std::string names;
  for (const Resource resource : limited_by()) names += (names.empty() ? "" : " and ") + std::string(word(resource));
  if (blocks == 0) return fmt::format("no block fits: one alone needs more {} than there are", names);
  return fmt::format("{} of {} warps ({:.0f} %), limited by {}", warps, max_warps, 100 * fraction(), names);
}

std::size_t available_dynamic_shared(const Limits& limits, std::size_t static_shared, int blocks) {
  if (blocks <= 0) return 0;
  const std::size_t share = limits.shared / static_cast<std::size_t>(blocks) / limits.shared_unit * limits.shared_unit;
  const std::size_t taken = limits.shared_reserved + static_shared;
  if (share <= taken || static_shared >= limits.shared_per_block_optin) return 0;
  return std::min(share - taken, limits.shared_per_block_optin - static_shared);
}

}  // namespace sim::occupancy
