#pragma once
#include "grading/simulator/machine/code.h"

namespace sim {

// Finds accesses of 8 bytes that the hardware's compiler would make as one of 16; see MemorySite::Pair. Runs of
// neighbouring stores whose values come from neighbouring loads, or are all zero, are paired from the lowest on; a run of
// odd length is no structure of 16 aligned bytes.
void pair_accesses(FunctionCode& code);

}  // namespace sim
