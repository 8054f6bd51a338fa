#pragma once
// What runs: warps of blocks of a launch, and what each memory instruction has counted.
#include <array>
#include <cstring>
#include <memory>
#include <vector>

#include "grading/simulator/machine/code.h"
#include "grading/simulator/machine/footprint.h"
#include "grading/simulator/machine/launch.h"
#include "grading/simulator/machine/stamps.h"
#include "grading/simulator/machine/vector.h"

namespace sim {

// How the addresses of a warp lie relative to its first active lane, and what the memory system charges for that.
// A memory instruction keeps the last few it met: most instructions meet one or two in a whole launch.
struct Pattern {
  // pieces: each run of 8 lanes is contiguous or names one address.
  enum class Kind : std::uint8_t { any, contiguous, broadcast, pieces };
  alignas(64) std::uint32_t delta[lanes] = {};  // signed; 0 for lanes that are off
  alignas(64) std::uint64_t wide_delta[lanes] = {};  // the same, extended
  std::uint32_t mask = 0;
  Kind kind = Kind::any;
  bool piece_is_broadcast[4] = {};
  std::uint32_t low_bits = 0;                   // all deltas or-ed: for alignment
  std::int64_t low = 0, high = 0;               // first byte and end, relative to the first active lane
  struct Charge {
    std::uint8_t cost = 0, ideal = 0;  // sectors or wavefronts; constant: requests, 1
    std::uint16_t extra = 0;           // global: distinct bytes; shared: conflicts
  };
  std::uint32_t known = 0;                      // bit k: charge[k] is filled
  Charge charge[32];                            // by the first lane's address modulo 32
  AccessSpace space = AccessSpace::global;
  // For the race finder: what the warp touches as runs of neighbouring accesses, where there are few.
  struct Run {
    std::int64_t delta = 0;      // of the first, in bytes
    std::uint8_t lane = 0;       // the first one's lane
    std::uint8_t accesses = 0;
    bool several = false;        // several lanes make each
  };
  static constexpr unsigned most_runs = 4;
  enum class Plan : std::uint8_t { unknown, seen, runs, distinct, overlapping } plan = Plan::unknown;
  std::uint8_t runs = 0;
  Run run[most_runs];
};

struct SiteCounts {
  std::uint64_t requests = 0, cost = 0, ideal = 0, extra = 0;
};

struct MemoryState {
  static constexpr std::size_t kept = 32;  // a loop over 32 taps, each lane another, meets as many
  std::vector<Pattern> patterns;
  std::uint8_t last = 0, victim = 0;
  Address low = 1, high = 0;        // allocation met last
  WrittenBytes* written = nullptr;  // its footprint, for stores of a launch on several threads
  WrittenMap* written_map = nullptr;  // of that allocation; null: all of it is written
  StampTable* stamps = nullptr;       // of that allocation
  bool read_only = false;             // nothing in the launch can write that allocation,
  bool write_only = false;            // or read it
  std::uint8_t told = 0;              // Finder::Told: faults already reported of this instruction
  std::array<SiteCounts, counted_spaces> counts;
};

struct ImageCounts {
  std::uint64_t requests = 0, sectors = 0, bytes = 0;
};

struct BlockCounts {
  std::uint64_t warps = 0, threads = 0;  // times run, and active lanes added up
};

struct Launch;

struct Fragment {
  std::uint32_t mask = 0, block = 0;
  enum class Wait : std::uint8_t { none, barrier, lanes } wait = Wait::none;
  std::uint32_t barrier = 0;                // number of the barrier waited at
  const Barrier* definition = nullptr;      // of the instruction that waits
  std::uint32_t penalty = 0;                // spun: others go first
  std::uint32_t line = 0;                   // where it waits
};

struct Frame {
  const FunctionCode* function = nullptr;
  std::uint32_t base = 0;        // of its slots in the arena
  std::uint32_t penalties = 0;   // handed out so far
  std::uint32_t local_base = 0;  // of its local memory
  std::vector<Fragment> fragments;
  const CallSite* call = nullptr;  // how the caller reached this frame
  std::uint32_t call_block = 0;    // of the caller
  std::uint32_t return_mask = 0;   // lanes that came back
};

struct BlockState;
class UndefinedLanes;

struct Warp {
  Launch* launch = nullptr;
  BlockState* block = nullptr;
  std::uint32_t index = 0;    // in the block
  std::uint32_t live = 0;     // lanes that exist and have not exited
  std::uint32_t carry = 0;    // condition code, a bit per lane
  std::byte* arena = nullptr;
  std::byte* shared = nullptr;
  std::uint32_t shared_bytes = 0;
  std::byte* local = nullptr;       // lane i at local + i * local_stride
  std::uint32_t local_stride = 0;
  std::uint32_t local_base = 0;     // of the running frame
  const FunctionCode* function = nullptr;
  MemoryState* memory = nullptr;    // of the running function's sites
  std::uint32_t arena_bytes = 0;
  std::vector<Frame> frames;
  std::uint32_t spins = 0;          // turns of loops that watch memory, since something else ran
  bool yielded = false;             // gave way to other warps while spinning
  bool blocked = false;             // nothing to run until a barrier opens
  std::uint32_t synchronised = 0;   // time of its last .sync instruction
  std::shared_ptr<UndefinedLanes> undefined;  // null until a shuffle took the value of a lane that is not there
};

// A block's barriers: who has come, and what a reduction gathered.
struct BarrierState {
  std::uint32_t arrived = 0;      // threads
  std::uint32_t expected = 0;     // 0: all threads of the block that have not exited
  std::uint32_t yes = 0, votes = 0;
};

struct BlockState {
  Dim3 index;
  std::uint64_t linear = 0;
  std::vector<Warp> warps;
  std::vector<std::byte> shared;
  std::array<BarrierState, 16> barriers;
  std::uint32_t live_threads = 0;
  std::vector<std::byte> storage;  // arenas and local memory of the warps

  // For the race finder: times of its start, its last barrier, when it last came to run, and when it last looked at an
  // atomic or volatile variable.
  std::uint32_t started_at = 0, barrier_at = 0, running_since = 0, acquired_at = 0;
  std::vector<std::uint32_t> fences;  // times of its fences
  StampTable stamps;                  // of its shared memory
};

class Finder;

struct Launch {
  const Program* program = nullptr;
  const ProgramCode* code = nullptr;
  const Kernel* kernel = nullptr;
  const FunctionCode* entry = nullptr;
  std::vector<const FunctionCode*> functions;  // that it may run, the entry first
  const LaunchConfig* config = nullptr;
  const DeviceLimits* limits = nullptr;
  DeviceMemory* memory = nullptr;
  std::vector<MemoryState> sites;     // by FunctionCode::first_memory + site
  std::vector<ImageCounts> images;    // by FunctionCode::first_image + site
  std::vector<BlockCounts> blocks;    // by FunctionCode::first_block + block
  std::uint64_t instructions = 0;     // warp instructions so far
  bool stopped = false;
  Footprint* footprint = nullptr;     // of this worker; null on one thread
  Finder* finder = nullptr;           // of this worker; null: races and unwritten memory are not looked for
  LaunchReport report;
  std::uint32_t dynamic_shared_base = 0;
  std::vector<std::array<std::uint32_t, 3 * lanes>> thread_indices;  // by warp of a block: x, y and z of its lanes
  bool sequential = false;            // no warp ever waits for another: they share one arena
};

// Kernel, line, block and thread of a fault that `lane` makes.
Fault fault_at(const Warp& warp, std::uint32_t line, unsigned lane);

// Ends the launch with `status`; the first call wins. Fills in kernel, line, block and thread from warp, op and lane.
void raise_fault(Warp& warp, std::uint32_t line, unsigned lane, int status, std::string kind, std::string sentence,
                 Address address = 0);

inline MemoryState& state_of(Warp& warp, const Op& op) { return warp.memory[op.site]; }

// cudaError_t values that a launch can end with (driver_types.h of CUDA 13.0).
namespace status {
inline constexpr int success = 0, illegal_address = 700, launch_timeout = 702, assertion = 710,
                     illegal_instruction = 715, misaligned_address = 716, launch_failure = 719;
}

}  // namespace sim
