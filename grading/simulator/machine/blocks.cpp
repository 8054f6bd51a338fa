// Blocks: what their warps start with, whose turn it is, and what is said when nobody can run.
#include <algorithm>
#include <bit>

#include "grading/simulator/machine/finder.h"
#include "grading/simulator/machine/fixed.h"
#include "grading/simulator/machine/schedule.h"

namespace sim {
namespace {

constexpr std::uint32_t deep_local = 32 * 1024, deep_arena = 1024 * 1024;  // per lane, per warp: room for calls

std::uint32_t first_lanes(std::uint64_t threads, std::uint32_t warp) {
  const std::uint64_t left = threads - std::uint64_t{warp} * lanes;
  return left >= lanes ? all_lanes : (1u << left) - 1;
}

void begin_warp(Launch& launch, Warp& warp, std::uint64_t threads) {
  const FunctionCode& entry = *launch.entry;
  warp.live = first_lanes(threads, warp.index);
  warp.frames.resize(1);
  Frame& frame = warp.frames[0];
  frame.function = &entry;
  frame.base = 0;
  frame.local_base = 0;
  frame.fragments.assign(1, Fragment{});
  frame.fragments[0].mask = warp.live;
  frame.penalties = 0;
  warp.spins = 0;
  warp.synchronised = 0;
  warp.undefined = nullptr;
  warp.yielded = warp.blocked = false;
  for (const auto& [offset, bytes] : entry.unset) std::memset(warp.arena + offset, unset_byte, bytes);
}

// Nobody can run: lanes wait for others that wait elsewhere or are gone.
void raise_deadlock(BlockState& block) {
  for (Warp& warp : block.warps)
    for (const Frame& frame : warp.frames)
      for (const Fragment& f : frame.fragments) {
        if (f.wait == Fragment::Wait::none) continue;
        const auto lane = static_cast<unsigned>(std::countr_zero(f.mask));
        if (f.wait == Fragment::Wait::lanes)
          return raise_fault(warp, f.line, lane, status::launch_timeout, "barrier",
                             "waits for lanes of its warp that never come to this instruction: its mask names lanes that went another way");
        const BarrierState& state = block.barriers[f.barrier];
        return raise_fault(warp, f.line, lane, status::launch_timeout, "barrier",
                           "waits at a barrier that only " + std::to_string(state.arrived) + " of " +
                               std::to_string(state.expected != 0 ? state.expected : block.live_threads) + " threads reach");
      }
}

}  // namespace

void start_block(Launch& launch, BlockState& block, std::uint64_t linear) {
  const Dim3 grid = launch.config->grid;
  const std::uint64_t threads = launch.config->block.count();
  const auto warps = static_cast<std::uint32_t>((threads + lanes - 1) / lanes);
  block.linear = linear;
  block.index = {static_cast<std::uint32_t>(linear % grid.x), static_cast<std::uint32_t>(linear / grid.x % grid.y),
                 static_cast<std::uint32_t>(linear / (std::uint64_t{grid.x} * grid.y))};
  block.live_threads = static_cast<std::uint32_t>(threads);
  block.barriers.fill({});
  const std::uint32_t arenas = launch.sequential ? 1 : warps;
  const bool deep = launch.entry->has_calls;
  const std::uint32_t arena_bytes = deep ? deep_arena : launch.entry->frame_bytes;
  const std::uint32_t local_bytes = deep ? deep_local : launch.entry->local_bytes;
  const bool first = block.storage.empty();
  if (first) {
    block.shared.resize(launch.dynamic_shared_base + launch.config->dynamic_shared);
    const std::size_t per_warp = (std::size_t{arena_bytes} + std::size_t{local_bytes} * lanes + 127) / 64 * 64;
    block.storage.resize(per_warp * arenas + 64);
    const auto aligned = (reinterpret_cast<std::uintptr_t>(block.storage.data()) + 63) / 64 * 64;
    block.warps.resize(arenas);
    for (std::uint32_t k = 0; k < arenas; ++k) {
      Warp& warp = block.warps[k];
      warp.launch = &launch;
      warp.block = &block;
      warp.index = k;
      warp.arena = reinterpret_cast<std::byte*>(aligned) + per_warp * k;
      warp.arena_bytes = arena_bytes;
      warp.local = warp.arena + (arena_bytes + 63) / 64 * 64;
      warp.local_stride = local_bytes;
      warp.shared = block.shared.data();
      warp.shared_bytes = static_cast<std::uint32_t>(block.shared.size());
      fill_fixed(*launch.entry, warp.arena, warp, FillScope::all);
    }
  }
  // Shared memory starts with a fixed pattern, so that reading what nobody wrote gives the same in every run.
  std::fill(block.shared.begin(), block.shared.end(), std::byte{0xA5});
  if (launch.finder) launch.finder->block_starts(block);
  for (Warp& warp : block.warps) {
    if (!first) fill_fixed(*launch.entry, warp.arena, warp, FillScope::block);
    if (!launch.sequential) begin_warp(launch, warp, threads);
  }
}

BlockStop run_block(Launch& launch, BlockState& block) {
  const std::uint64_t threads = launch.config->block.count();
  if (launch.sequential) {
    Warp& warp = block.warps[0];
    const auto warps = static_cast<std::uint32_t>((threads + lanes - 1) / lanes);
    for (std::uint32_t k = 0; k < warps && !launch.stopped; ++k) {
      warp.index = k;
      fill_fixed(*launch.entry, warp.arena, warp, FillScope::warp);
      begin_warp(launch, warp, threads);
      run_warp(launch, block, warp);
      if (warp.live != 0 && !launch.stopped) raise_deadlock(block);
    }
    return launch.stopped ? BlockStop::stopped : BlockStop::finished;
  }
  for (;;) {
    bool ran = false, moved = false;
    for (Warp& warp : block.warps) {
      if (warp.live == 0 || warp.blocked) continue;
      ran = true;
      const std::uint32_t before = block.live_threads;
      run_warp(launch, block, warp);
      if (launch.stopped) return BlockStop::stopped;
      moved = moved || !warp.yielded || block.live_threads != before;
    }
    if (block.live_threads == 0) return BlockStop::finished;
    if (!ran) {
      raise_deadlock(block);
      return BlockStop::stopped;
    }
    if (!moved) return BlockStop::gave_way;
  }
}

}  // namespace sim
