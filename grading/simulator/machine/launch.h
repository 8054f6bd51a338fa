#pragma once
// One launch on the simulated GPU: blocks run in a fixed order, every memory access is checked and counted.
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "grading/simulator/counting/metrics.h"
#include "grading/simulator/machine/images.h"
#include "grading/simulator/machine/program.h"
#include "grading/simulator/machine/stream_touches.h"

namespace sim {

struct Dim3 {
  std::uint32_t x = 1, y = 1, z = 1;
  std::uint64_t count() const { return std::uint64_t{x} * y * z; }
  bool operator==(const Dim3&) const = default;
};

// The limits that a launch is checked against and special registers report.
struct DeviceLimits {
  int major = 9, minor = 0;
  std::uint32_t multiprocessors = 132;
  std::uint32_t threads_per_multiprocessor = 2048, blocks_per_multiprocessor = 32;
  std::uint32_t registers_per_multiprocessor = 65536;
  std::uint32_t shared_per_multiprocessor = 228 * 1024, shared_per_block = 48 * 1024,
                shared_per_block_optin = 227 * 1024, shared_reserved_per_block = 1024;
};

class Finder;

struct LaunchConfig {
  Dim3 grid, block;
  std::uint32_t dynamic_shared = 0;          // bytes
  std::span<const std::byte> parameters;     // Kernel::parameter_bytes bytes
  const ImageTable* images = nullptr;        // surface and texture objects; may be null
  std::uint64_t instruction_budget = 0;      // warp instructions; 0: no limit
  Finder* finder = nullptr;                  // looks for races, unwritten memory and barriers not reached; may be null
  StreamTouches* touches = nullptr;          // of this launch, begun; null with no finder
  std::function<std::string(Address)> host_words;  // what an address outside device memory is; empty: not known
  // What to say of a read or write of what other work touched and nothing orders; `what` leads over to that work.
  std::function<std::string(StreamTouches::Deed mine, const std::string& what, const StreamTouches::Earlier&)> unordered_sentence;
  bool swap_blocks = false;                  // neighbouring blocks in the other order, where blocks may watch each other
  unsigned threads = 1;                      // host threads; the report is the same for any number
  std::function<void(std::string_view)> print;  // device printf; empty: standard output
};

struct Fault {
  std::string kind;      // "out-of-bounds", "misaligned", "barrier", "trap", "assert", "instruction-budget", ...
  std::string kernel;    // pretty name
  std::string file;
  std::uint32_t line = 0;
  Dim3 block, thread;    // indices
  Address address = 0;
  std::string sentence;  // in a student's words, without the place
  int status = 0;        // the cudaError_t that the hardware would answer at the next synchronisation
};

struct LineCounters {
  std::string file;
  std::uint32_t line = 0;  // 0: no line known
  Counters counters;
};

struct LaunchReport {
  int status = 0;  // cudaError_t: 0, 700 illegal address, 715, 716 misaligned, 719 launch failure, 710 assert, 702 timeout
  std::vector<Fault> faults;        // first of a kind and line; at most 16
  Counters total;
  std::vector<LineCounters> lines;  // ordered by file and line; only lines that executed
  std::uint64_t blocks_run = 0;
  bool blocks_swapped = false;    // neighbouring blocks ran in the other order
  std::uint64_t idle_blocks = 0;  // of these, blocks that asked nothing of the device's memory, surfaces or textures
};

// `parameters` must outlive the call. Does not judge the launch shape: the runtime refuses illegal launches before.
LaunchReport run_launch(const Program& program, const Kernel& kernel, const LaunchConfig& config,
                        DeviceMemory& memory, const DeviceLimits& limits);

}  // namespace sim
