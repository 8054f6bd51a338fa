#pragma once
#include "grading/simulator/machine/state.h"

namespace sim {

enum class BlockStop { finished, gave_way, stopped };

// Runs a block until all its threads have exited, a fault stopped the launch, or every warp of it spins on memory
// that another block has to change.
BlockStop run_block(Launch& launch, BlockState& block);

// Makes the block's warps ready; keeps the storage of an earlier block of the same launch.
void start_block(Launch& launch, BlockState& block, std::uint64_t linear);

// Runs a warp until nothing in it can run, or it spins.
void run_warp(Launch& launch, BlockState& block, Warp& warp);

}  // namespace sim
