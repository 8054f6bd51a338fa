#pragma once
#include "grading/simulator/machine/state.h"

namespace sim {

// Sorts out which fixed slots change from block to block and from warp to warp.
void sort_fixed(FunctionCode& function);

// Fills Launch::thread_indices.
void number_threads(Launch& launch);

enum class FillScope { all, block, warp };

// Fills the fixed slots of a frame: all of them, or only those that change from block to block or from warp to warp.
void fill_fixed(const FunctionCode& function, std::byte* frame, const Warp& warp, FillScope scope);

}  // namespace sim
