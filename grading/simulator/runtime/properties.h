#pragma once
// The simulated device: limits per compute capability, and the properties that programs ask for.
#include <cstdint>
#include <span>
#include <string_view>

#include "driver_types.h"
#include "grading/simulator/machine/launch.h"

namespace sim::runtime {

// Limits that launches are checked against, from grading/simulator/occupancy.
// The number of multiprocessors and the L2 size are those of one part of that capability.
struct Capability {
  DeviceLimits limits;
  int l2_bytes;
  std::string_view part;  // the part whose counts these are
};

// 7.5 to 12.0, ascending.
std::span<const Capability> capabilities();
// The device that CUDA_SIM_DEVICE names ("8.6"), 9.0 without it. Ends the process with status 2 and one sentence when
// the variable names none.
DeviceLimits limits_from_environment();

constexpr std::size_t constant_memory_bytes = 64 * 1024;
constexpr std::size_t pitch_alignment = 512;  // of cudaMallocPitch and cudaMalloc3D, as on current parts

// What cudaGetDeviceProperties answers; `memory` in bytes.
cudaDeviceProp properties_of(const DeviceLimits& limits, std::size_t memory);

}  // namespace sim::runtime
