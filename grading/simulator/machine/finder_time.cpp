// The race finder's clock: launches, blocks, barriers, .sync instructions and fences, and what they put in order.
#include <algorithm>
#include <cstring>

#include "grading/simulator/machine/finder.h"

namespace sim {

void Finder::begin(Launch& launch) {
  launch_ = &launch;
  blocks_.clear();
  fences_.clear();
  owners_.clear();
  races_.clear();
  unwritten_.clear();
  has_streams_ = launch.config->touches != nullptr && launch.config->touches->follows_linear_memory();
  fenced_ = false;
  follows_volatile_ = false;
  shared_shift_ = 2;
  for (const FunctionCode* f : launch.functions) {
    follows_volatile_ = follows_volatile_ || f->fences;
    if (f->small_shared) shared_shift_ = 0;
  }
  if (launch.memory->generation() != generation_) {
    generation_ = launch.memory->generation();
    std::vector<std::uint32_t> live;
    for (const auto& [base, a] : launch.memory->allocations()) live.push_back(a.id);
    std::sort(live.begin(), live.end());
    std::erase_if(tables_, [&](const auto& t) { return !std::binary_search(live.begin(), live.end(), t.first); });
  }
  reads_ = touched(&FunctionCode::reads);
  writes_ = touched(&FunctionCode::writes);
  launch_base_ = now_ + 1;
  advance(0);
}

Finder::Touched Finder::touched(const FunctionCode::Reach FunctionCode::* reach) const {
  Touched found;
  found.known = true;
  const auto add = [&](Address address) {
    const Allocation* const a = launch_->memory->find(address);
    if (a) found.allocations.push_back(a->id);
    else if (address != 0) found.known = false;
  };
  const auto parameters = launch_->config->parameters;
  for (const FunctionCode* f : launch_->functions) {
    const FunctionCode::Reach& to = f->*reach;
    found.known = found.known && !to.anywhere;
    for (const std::uint64_t address : to.variables) add(address);
    for (const std::uint64_t offset : to.parameters) {
      Address address = 0;
      if (offset + sizeof address <= parameters.size()) std::memcpy(&address, parameters.data() + offset, sizeof address);
      add(address);
    }
  }
  return found;
}

Finder& Finder::worker(unsigned number) {
  while (workers_.size() <= number) workers_.push_back(std::make_unique<Finder>(most_time_));
  return *workers_[number];
}

void Finder::advance(std::uint64_t block) {
  if (now_ >= most_time_) start_over();
  ++now_;
  owners_.push_back(block);
  touched_ = false;
}

// The clock is full: what was touched before counts as ordered from here on. That may hide a race, never make one.
void Finder::start_over() {
  for (auto& [id, stamps] : tables_) stamps.clear();
  for (BlockState* block : blocks_) {
    const Stamp first = stamp::at(block->started_at);
    Stamp* const write = block->stamps.write(0);
    for (std::size_t k = 0; k < block->stamps.cells(); ++k) {
      write[k] = write[k] >= first ? stamp::at(1, stamp::kept_mark) : 0;
      block->stamps.read(0)[k] = 0;
    }
    block->started_at = 1;
    block->barrier_at = block->running_since = 2;
    block->acquired_at = 0;
    block->fences.clear();
    for (Warp& warp : block->warps) warp.synchronised = 2;
  }
  fences_.clear();
  owners_.clear();
  now_ = 2;
  launch_base_ = 3;
}

void Finder::block_starts(BlockState& block) {
  const bool is_new = block.stamps.empty();
  if (is_new && !block.shared.empty()) block.stamps = StampTable(0, block.shared.size(), shared_shift_);
  if (!block.stamps.empty() && std::find(blocks_.begin(), blocks_.end(), &block) == blocks_.end()) blocks_.push_back(&block);
  advance(block.linear);
  block.started_at = block.barrier_at = block.running_since = now_;
  block.acquired_at = 0;
  block.fences.clear();
}

void Finder::block_goes_on(BlockState& block) {
  advance(block.linear);
  block.running_since = now_;
}

void Finder::barrier_opens(BlockState& block) {
  if (touched_) advance(block.linear);
  block.barrier_at = now_;
}

void Finder::lanes_meet(Warp& warp) {
  if (touched_) advance(warp.block->linear);
  warp.synchronised = now_;
}

void Finder::fence(Warp& warp, bool device_wide) {
  BlockState& block = *warp.block;
  fenced_ = true;
  if (touched_) advance(block.linear);
  if (block.fences.empty() || block.fences.back() != now_) block.fences.push_back(now_);
  if (!device_wide) return;
  auto& fences = fences_[block.linear];
  if (fences.empty() || fences.back() != now_) fences.push_back(now_);
}

Window Finder::window(const Warp& warp, AccessSpace space) const {
  const BlockState& block = *warp.block;
  Window v;
  v.mine = stamp::at(now_, warp.index * lanes);
  v.synchronised = stamp::at(warp.synchronised);
  if (space == AccessSpace::shared) {
    v.stale = v.own = stamp::at(block.barrier_at);
    v.unwritten = stamp::at(block.started_at);
  } else {
    v.stale = stamp::at(launch_base_);
    v.own = stamp::at(block.running_since);
    v.ordered = block.barrier_at > block.running_since ? stamp::at(block.barrier_at - block.running_since) : 0;
  }
  return v;
}

}  // namespace sim
