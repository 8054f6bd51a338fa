#pragma once
// Kernels by the address of their host stub, and their limits.
#include "grading/simulator/runtime/state.h"

namespace sim::runtime {

struct FoundKernel {
  const Kernel* kernel = nullptr;
  FunctionEntry* entry = nullptr;
  Outcome outcome;  // why there is none
};
FoundKernel find_kernel(State& state, const void* stub);

// Bytes of dynamic shared memory that a launch may ask for: what is left of 48 KB, or what cudaFuncSetAttribute allowed.
std::size_t max_dynamic_shared(const State& state, const Kernel& kernel, const FunctionEntry& entry);

// Why the hardware refuses the launch, as a sentence; empty when it runs. All refusals answer status 1 (CUDA 13.0).
std::string shape_problem(const State& state, const Kernel& kernel, const FunctionEntry& entry, const Dim3& grid,
                          const Dim3& block, std::size_t dynamic_shared);

// Registers of the kernel per thread, as far as PTX tells.
int register_estimate(const Kernel& kernel);

}  // namespace sim::runtime
