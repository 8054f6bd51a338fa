#include "grading/simulator/runtime/kernels.h"

#include <fmt/format.h>

#include <algorithm>

#include "grading/simulator/occupancy/occupancy.h"

namespace sim::runtime {

FoundKernel find_kernel(State& s, const void* stub) {
  const auto found = s.functions.find(stub);
  if (found == s.functions.end())
    return {nullptr, nullptr, {cudaErrorInvalidDeviceFunction, "this is no kernel: no __global__ function has this address"}};
  FunctionEntry& entry = found->second;
  const Module& module = *entry.module;
  if (!module.program)
    return {nullptr, &entry, {cudaErrorInvalidKernelImage, "the device code could not be loaded: " + module.problem}};
  const Kernel* kernel = module.program->kernel(entry.name);
  if (!kernel)
    return {nullptr, &entry, {cudaErrorInvalidDeviceFunction, fmt::format("the device code has no kernel {}", entry.name)}};
  return {kernel, &entry, cudaSuccess};
}

std::size_t max_dynamic_shared(const State& s, const Kernel& kernel, const FunctionEntry& entry) {
  if (entry.max_dynamic_shared >= 0) return std::size_t(entry.max_dynamic_shared);
  return s.limits.shared_per_block - std::min(kernel.static_shared, s.limits.shared_per_block);
}

std::string shape_problem(const State& s, const Kernel& kernel, const FunctionEntry& entry, const Dim3& grid,
                          const Dim3& block, std::size_t dynamic_shared) {
  const auto text = [](const Dim3& d) { return fmt::format("({}, {}, {})", d.x, d.y, d.z); };
  if (block.count() == 0) return fmt::format("the block {} has no threads; each extent is at least 1", text(block));
  if (grid.count() == 0)
    return fmt::format("the grid {} has no blocks; return before the launch when there is no work, and round the "
                       "division up: (n + block - 1) / block",
                       text(grid));
  if (block.z > 64) return fmt::format("the block {} is {} deep in z; the limit is 64", text(block), block.z);
  if (block.x > 1024 || block.y > 1024 || block.count() > 1024)
    return fmt::format("{} threads in a block; the limit is 1024", block.count());
  if (block.count() > kernel.max_threads)
    return fmt::format("{} threads in a block; __launch_bounds__ of this kernel promises at most {}", block.count(),
                       kernel.max_threads);
  // A difference gone below zero stays near it; a sum or product that ran over is some millions below.
  if (const auto as_int = static_cast<std::int32_t>(grid.x); as_int < 0 && as_int > -65536)
    return fmt::format("{} blocks in x; the limit is 2147483647 (as an int this is {}: the number of blocks came out negative; "
                       "return before the launch when there is no work, and round the division up: (n + block - 1) / block)",
                       grid.x, as_int);
  if (grid.x > 2147483647u)
    return fmt::format("{} blocks in x; the limit is 2147483647 (as an int this is {}: the sum or product before it grew past "
                       "2147483647; compute the number of blocks in size_t)",
                       grid.x, static_cast<std::int32_t>(grid.x));
  if (grid.y > 65535) return fmt::format("{} blocks in y; the limit is 65535 (x takes 2147483647)", grid.y);
  if (grid.z > 65535) return fmt::format("{} blocks in z; the limit is 65535 (x takes 2147483647)", grid.z);
  const std::size_t allowed = max_dynamic_shared(s, kernel, entry);
  if (dynamic_shared > allowed)
    return fmt::format("{} bytes of dynamic shared memory{}; the limit is {}{}", dynamic_shared,
                       kernel.static_shared ? fmt::format(" beside {} static ones", kernel.static_shared) : "", allowed,
                       entry.max_dynamic_shared >= 0 ? ", as cudaFuncSetAttribute set it"
                                                     : fmt::format("; cudaFuncSetAttribute with cudaFuncAttributeMaxDynamic"
                                                                   "SharedMemorySize raises it up to {}",
                                                                   s.limits.shared_per_block_optin - kernel.static_shared));
  return {};
}

int register_estimate(const Kernel& kernel) { return int(std::clamp(kernel.registers_estimate, 1u, 255u)); }

}  // namespace sim::runtime

using namespace sim::runtime;

namespace {
const sim::occupancy::Limits& limits_of(const State& s) {
  return *sim::occupancy::limits_of(s.limits.major, s.limits.minor);
}
}  // namespace

extern "C" {

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* stub) {
  return call("cudaFuncGetAttributes", [&](State& s) -> Outcome {
    if (!attributes) return {cudaErrorInvalidValue, "the pointer for the attributes is null"};
    const FoundKernel found = find_kernel(s, stub);
    if (!found.kernel) return found.outcome;
    *attributes = {};
    attributes->sharedSizeBytes = found.kernel->static_shared;
    attributes->localSizeBytes = found.kernel->local_bytes;
    attributes->maxThreadsPerBlock = int(found.kernel->max_threads);
    attributes->numRegs = register_estimate(*found.kernel);
    attributes->ptxVersion = attributes->binaryVersion = s.limits.major * 10 + s.limits.minor;
    attributes->maxDynamicSharedSizeBytes = int(max_dynamic_shared(s, *found.kernel, *found.entry));
    attributes->preferredShmemCarveout = -1;
    return cudaSuccess;
  });
}
cudaError_t cudaFuncSetAttribute(const void* stub, cudaFuncAttribute attribute, int value) {
  return call("cudaFuncSetAttribute", [&](State& s) -> Outcome {
    const FoundKernel found = find_kernel(s, stub);
    if (!found.kernel) return found.outcome;
    if (attribute == cudaFuncAttributePreferredSharedMemoryCarveout) return cudaSuccess;  // there is no cache to divide
    if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize)
      return {cudaErrorInvalidValue, "the simulated GPU does not know this attribute"};
    const std::size_t room = s.limits.shared_per_block_optin - found.kernel->static_shared;
    if (value < 0 || std::size_t(value) > room)
      return {cudaErrorInvalidValue,
              fmt::format("{} bytes of dynamic shared memory; this device allows at most {} for a block of this kernel",
                          value, room)};
    found.entry->max_dynamic_shared = value;
    return cudaSuccess;
  });
}
cudaError_t cudaFuncSetCacheConfig(const void* stub, cudaFuncCache) {
  return call("cudaFuncSetCacheConfig", [&](State& s) { return find_kernel(s, stub).outcome; });
}
cudaError_t cudaFuncGetName(const char** name, const void* stub) {
  return call("cudaFuncGetName", [&](State& s) -> Outcome {
    if (!name) return {cudaErrorInvalidValue, "the pointer for the name is null"};
    const FoundKernel found = find_kernel(s, stub);
    if (found.kernel) *name = found.kernel->name.c_str();
    return found.outcome;
  });
}
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* stub, int threads, size_t dynamic_shared) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, stub, threads, dynamic_shared, 0);
}
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* stub, int threads,
                                                                   size_t dynamic_shared, unsigned int) {
  return call("cudaOccupancyMaxActiveBlocksPerMultiprocessor", [&](State& s) -> Outcome {
    if (!blocks) return {cudaErrorInvalidValue, "the pointer for the number of blocks is null"};
    const FoundKernel found = find_kernel(s, stub);
    if (!found.kernel) return found.outcome;
    if (threads <= 0) return {cudaErrorInvalidValue, fmt::format("a block of {} threads", threads)};
    const sim::Kernel& kernel = *found.kernel;
    const bool fits = threads <= int(kernel.max_threads) && dynamic_shared <= max_dynamic_shared(s, kernel, *found.entry);
    const sim::occupancy::Block block{threads, register_estimate(kernel), kernel.static_shared, dynamic_shared};
    *blocks = fits ? sim::occupancy::occupancy(limits_of(s), block).blocks : 0;
    return cudaSuccess;
  });
}
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, const void* stub, int blocks, int threads) {
  return call("cudaOccupancyAvailableDynamicSMemPerBlock", [&](State& s) -> Outcome {
    if (!bytes || blocks <= 0 || threads <= 0)
      return {cudaErrorInvalidValue, "a pointer for the bytes, at least one block and at least one thread are needed"};
    const FoundKernel found = find_kernel(s, stub);
    if (!found.kernel) return found.outcome;
    *bytes = sim::occupancy::available_dynamic_shared(limits_of(s), found.kernel->static_shared, blocks);
    return cudaSuccess;
  });
}

}  // extern "C"
