// Runner of lab 05: hands buffers of the device to the student's kernels, and attributes to choose_launch.
#include "grading/runner/runner.h"

#include <cuda_runtime.h>

#include "tasks.h"

namespace course::runner {
namespace {

[[maybe_unused]] cudaFuncAttributes kernel_of(Case& c) {
  cudaFuncAttributes kernel{};
  kernel.numRegs = c.number<int>("registers");
  kernel.sharedSizeBytes = c.number<std::size_t>("static_shared");
  kernel.maxThreadsPerBlock = c.number<int>("max_threads");
  return kernel;
}

[[maybe_unused]] cudaDeviceProp device_of(Case& c) {
  cudaDeviceProp device{};
  device.major = c.number<int>("major");
  device.minor = c.number<int>("minor");
  device.warpSize = c.number<int>("warp_size");
  device.maxThreadsPerBlock = c.number<int>("device_max_threads");
  device.regsPerBlock = device.regsPerMultiprocessor = c.number<int>("device_registers");
  device.sharedMemPerBlock = c.number<std::size_t>("device_shared_per_block");
  device.sharedMemPerBlockOptin = c.number<std::size_t>("device_shared_per_block_optin");
  device.sharedMemPerMultiprocessor = c.number<std::size_t>("device_shared");
  device.reservedSharedMemPerBlock = c.number<std::size_t>("device_shared_reserved");
  device.maxThreadsPerMultiProcessor = c.number<int>("device_threads");
  device.maxBlocksPerMultiProcessor = c.number<int>("device_blocks");
  return device;
}

}  // namespace

void run_case(Case& c) {
  if constexpr (task == "saxpy_any") {
    c.timed([&] { saxpy_any(c.number<float>("a"), c.in<float>("x"), c.in_out<float>("y"), c.number<int>("n")); });
  } else if constexpr (task == "normalize_rows") {
    c.timed([&] {
      normalize_rows(c.in<float>("in"), c.out<float>("out"), c.scratch<float>("scratch"), c.number<int>("rows"),
                     c.number<int>("columns"));
    });
  } else if constexpr (task == "choose_launch") {
    const Launch launch =
        choose_launch(kernel_of(c), c.number<std::size_t>("shared_per_thread"), device_of(c), c.number<long long>("n"));
    c.returned("block", launch.block);
    c.returned("grid", launch.grid);
    c.returned("dynamic_shared", launch.dynamic_shared);
  }
}

}  // namespace course::runner
