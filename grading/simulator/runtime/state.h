#pragma once
// The simulated device of this process: its memory, the loaded modules, the error state, and what was recorded.
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cuda_runtime_api.h"
#include "grading/simulator/machine/finder.h"
#include "grading/simulator/machine/launch.h"
#include "grading/simulator/machine/memory.h"
#include "grading/simulator/machine/program.h"
#include "grading/simulator/runtime/record.h"
#include "grading/simulator/runtime/stream_order.h"

namespace sim::runtime {

// One compiled .cu file: registered before main, read and placed in device memory when the runtime is first used.
struct Module {
  const char* image = nullptr;  // the PTX text that the front end put into the object
  std::unique_ptr<Program> program;
  std::string problem;  // why the PTX could not be loaded; a sentence
  bool loaded = false;
};

struct FunctionEntry {
  Module* module = nullptr;
  std::string name;  // mangled
  int max_dynamic_shared = -1;  // set by cudaFuncSetAttribute; -1: the default
};

struct SymbolEntry {
  Module* module = nullptr;
  std::string name;
};

struct Capture;  // graphs.h
struct Graph;

// A live or destroyed stream or event, so that a stale handle is told from a good one.
struct Stream {
  unsigned flags = 0;
  int priority = 0;
  std::uint32_t order = 0;           // its number in State::order; 0: the default stream's
  std::shared_ptr<Capture> capture;  // set while the stream records its work instead of doing it
};
struct Event {
  bool recorded = false, timed = true;
  std::shared_ptr<Capture> capture;  // the one in which it was last recorded, if any
  std::chrono::steady_clock::time_point at;
  Moment moment;  // what has ended when the event has
};

// Made on first use and never destroyed: registration runs before the globals of this library, and a program may call
// the runtime from its own destructors.
struct State {
  State();

  std::recursive_mutex mutex;
  DeviceLimits limits;
  DeviceMemory memory;
  Record record;
  bool quiet = false;                    // CUDA_SIM_QUIET: nothing on standard error
  std::set<std::string> said;            // messages on standard error so far
  std::unique_ptr<Finder> finder;        // null with CUDA_SIM_FINDERS=off
  StreamOrder order;                     // followed while there is a finder
  bool swap_blocks = false;              // CUDA_SIM_BLOCK_ORDER=swapped
  unsigned threads = 1;                  // host threads of a launch: CUDA_SIM_THREADS
  std::uint64_t instruction_budget = 0;  // per launch, in warp instructions
  std::uint64_t launch_budget = 0;       // launches since the evidence was last forgotten; 0: any number

  std::vector<std::unique_ptr<Module>> modules;
  std::unordered_map<const void*, FunctionEntry> functions;  // by address of the host stub
  std::unordered_map<const void*, SymbolEntry> symbols;      // by address of the host shadow

  std::map<Address, cudaMemoryType> host_visible;  // allocations that the host may follow too: managed or page-locked
  std::map<const void*, std::size_t> registered;   // cudaHostRegister: base and bytes
  ImageTable images;  // surface and texture objects
  std::set<Stream*> streams;
  std::set<const Event*> events;
  std::set<const Graph*> graphs;  // recorded and executable ones

  // A fault of a kernel waits here until a call that can wait for the kernel; then the context is broken for good.
  cudaError_t pending = cudaSuccess, broken = cudaSuccess;

  int active_device = 0;
  unsigned device_flags = 0;
  std::map<int, std::size_t> device_limits;
};

State& state();
// The number of a live stream in State::order.
std::uint32_t order_of(State& state, cudaStream_t stream);

// What a call answers, with the reason in words when it fails.
struct Outcome {
  cudaError_t status = cudaSuccess;
  std::string sentence;
  Outcome() = default;
  Outcome(cudaError_t s) : status(s) {}
  Outcome(cudaError_t s, std::string text) : status(s), sentence(std::move(text)) {}
};

// Makes `status` the last error of this host thread and returns it.
cudaError_t remember(cudaError_t status);
// Records a failed call, prints its sentence, makes its status the last error.
cudaError_t fail(State& state, const char* call, const Outcome& outcome);
// Records a fault beside the launches and prints it.
void report_fault(State& state, const Fault& fault, int launch);
// A message for people on standard error, unless CUDA_SIM_QUIET is set; the same one is said once.
void say(State& state, const std::string& message);
// The same, behind the line of the program whose call it is about, where that can be known.
void say_where(State& state, const std::string& message, bool from_stub = false);

// The status of a broken context; turns a waiting fault into one.
cudaError_t context_status(State& state);
// Reads every module that was registered since the last call.
void load_modules(State& state);

// The frame of every call that needs the device: lock, broken context, then the body (which returns an Outcome).
template <class Body>
cudaError_t call(const char* name, Body&& body) {
  State& device = state();
  const std::lock_guard lock(device.mutex);
  if (const cudaError_t broken = context_status(device)) return remember(broken);
  load_modules(device);
  const Outcome outcome = body(device);
  return outcome.status == cudaSuccess ? cudaSuccess : fail(device, name, outcome);
}

}  // namespace sim::runtime
