#pragma once
// The one path of every copy: both operands checked against the direction and the allocations, then moved and recorded.
#include "grading/simulator/runtime/memory_names.h"

namespace sim::runtime {

// Copies `rows` rows of `bytes`; the two ranges agree in bytes and rows. `counted_as` replaces the direction in the
// evidence ("symbol").
Outcome copy(State& state, const char* call, const Range& target, const Range& source, cudaMemcpyKind kind,
             const char* counted_as = nullptr);

// Records and prints that what a call does to memory is not ordered after `earlier`; `what` as for unordered_sentence.
void report_unordered(State& state, const char* call, StreamTouches::Deed mine, const std::string& what, const StreamTouches::Earlier& earlier);

// Fills `rows` rows of `bytes` of device memory.
Outcome fill(State& state, const char* call, const Range& target, int value);

}  // namespace sim::runtime
