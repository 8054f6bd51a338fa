#include "grading/simulator/machine/fixed.h"

namespace sim {
namespace {

void broadcast(std::byte* frame, const FixedSlot& s, std::uint64_t value) {
  if (s.slot_bytes == 8) {
    auto* d = slot<std::uint64_t>(frame, s.slot);
    SIM_LANE_LOOP d[i] = value;
  } else {
    auto* d = slot<std::uint32_t>(frame, s.slot);
    SIM_LANE_LOOP d[i] = static_cast<std::uint32_t>(value);
  }
}
template <class F>
void per_lane(std::byte* frame, const FixedSlot& s, F f) {
  if (s.slot_bytes == 8) {
    auto* d = slot<std::uint64_t>(frame, s.slot);
    for (unsigned i = 0; i < lanes; ++i) d[i] = f(i);
  } else {
    auto* d = slot<std::uint32_t>(frame, s.slot);
    for (unsigned i = 0; i < lanes; ++i) d[i] = static_cast<std::uint32_t>(f(i));
  }
}

std::uint64_t parameter(const Launch& launch, const FixedSlot& s) {
  std::uint64_t bits = 0;
  const auto block = launch.config->parameters;
  if (s.bits + s.bytes <= block.size()) std::memcpy(&bits, block.data() + s.bits, s.bytes);
  if (s.is_signed && s.bytes < 8) {
    const unsigned shift = 64 - 8 * s.bytes;
    bits = static_cast<std::uint64_t>(static_cast<std::int64_t>(bits << shift) >> shift);
  }
  return bits;
}

}  // namespace

void sort_fixed(FunctionCode& function) {
  using S = FixedSlot::Special;
  for (const FixedSlot& s : function.fixed) {
    if (s.kind != FixedSlot::Kind::special) continue;
    switch (s.special) {
      case S::ctaid_x:
      case S::ctaid_y:
      case S::ctaid_z:
      case S::smid: function.fixed_by_block.push_back(s); break;
      case S::tid_x:
      case S::tid_y:
      case S::tid_z:
      case S::warpid: function.fixed_by_warp.push_back(s); break;
      default: break;
    }
  }
}

void number_threads(Launch& launch) {
  const Dim3 block = launch.config->block;
  const std::uint64_t threads = block.count();
  launch.thread_indices.resize((threads + lanes - 1) / lanes);
  for (std::size_t warp = 0; warp < launch.thread_indices.size(); ++warp)
    for (unsigned i = 0; i < lanes; ++i) {
      const auto thread = static_cast<std::uint32_t>(warp * lanes + i);
      auto& index = launch.thread_indices[warp];
      index[i] = thread % block.x;
      index[lanes + i] = thread / block.x % block.y;
      index[2 * lanes + i] = thread / (block.x * block.y);
    }
}

void fill_fixed(const FunctionCode& function, std::byte* frame, const Warp& warp, FillScope scope) {
  using S = FixedSlot::Special;
  const Launch& launch = *warp.launch;
  const Dim3 block = launch.config->block, grid = launch.config->grid;
  const auto& slots = scope == FillScope::all ? function.fixed : scope == FillScope::block ? function.fixed_by_block : function.fixed_by_warp;
  for (const FixedSlot& s : slots) {
    const bool is_special = s.kind == FixedSlot::Kind::special;
    if (!is_special) {
      broadcast(frame, s, s.kind == FixedSlot::Kind::immediate ? s.bits : parameter(launch, s));
      continue;
    }
    const auto& threads = launch.thread_indices[warp.index];
    switch (s.special) {
      case S::tid_x: per_lane(frame, s, [&](unsigned i) { return threads[i]; }); break;
      case S::tid_y: per_lane(frame, s, [&](unsigned i) { return threads[lanes + i]; }); break;
      case S::tid_z: per_lane(frame, s, [&](unsigned i) { return threads[2 * lanes + i]; }); break;
      case S::ntid_x: broadcast(frame, s, block.x); break;
      case S::ntid_y: broadcast(frame, s, block.y); break;
      case S::ntid_z: broadcast(frame, s, block.z); break;
      case S::ctaid_x: broadcast(frame, s, warp.block->index.x); break;
      case S::ctaid_y: broadcast(frame, s, warp.block->index.y); break;
      case S::ctaid_z: broadcast(frame, s, warp.block->index.z); break;
      case S::nctaid_x: broadcast(frame, s, grid.x); break;
      case S::nctaid_y: broadcast(frame, s, grid.y); break;
      case S::nctaid_z: broadcast(frame, s, grid.z); break;
      case S::laneid: per_lane(frame, s, [](unsigned i) { return i; }); break;
      case S::warpid: broadcast(frame, s, warp.index); break;
      case S::nwarpid: broadcast(frame, s, launch.limits->threads_per_multiprocessor / lanes); break;
      case S::smid: broadcast(frame, s, warp.block->linear % launch.limits->multiprocessors); break;
      case S::nsmid: broadcast(frame, s, launch.limits->multiprocessors); break;
      case S::gridid: broadcast(frame, s, 1); break;
      case S::lanemask_eq: per_lane(frame, s, [](unsigned i) { return 1u << i; }); break;
      case S::lanemask_lt: per_lane(frame, s, [](unsigned i) { return (1u << i) - 1; }); break;
      case S::lanemask_le: per_lane(frame, s, [](unsigned i) { return ((1u << i) - 1) | 1u << i; }); break;
      case S::lanemask_gt: per_lane(frame, s, [](unsigned i) { return ~(((1u << i) - 1) | 1u << i); }); break;
      case S::lanemask_ge: per_lane(frame, s, [](unsigned i) { return ~((1u << i) - 1); }); break;
      case S::dynamic_smem_size: broadcast(frame, s, launch.config->dynamic_shared); break;
      case S::total_smem_size: broadcast(frame, s, warp.shared_bytes); break;
      case S::dynamic_shared_base: broadcast(frame, s, launch.dynamic_shared_base + s.bits); break;
    }
  }
}

}  // namespace sim
