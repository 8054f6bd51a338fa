#pragma once
// The evidence in memory while a program runs.
#include <cstdint>
#include <string>
#include <vector>

#include "grading/simulator/machine/launch.h"

namespace sim::runtime {

struct LaunchRecord {
  std::string kernel, symbol;  // pretty and mangled name
  Dim3 grid, block;
  std::size_t dynamic_shared = 0, static_shared = 0;  // bytes
  std::size_t argument_bytes = 0;                     // they lie in constant memory
  std::uint32_t registers = 0;                        // estimated
  int status = 0;                                     // of the launch itself
  std::string refused;                                // sentence; empty when the kernel ran
  Counters total;
  std::vector<LineCounters> lines;
  bool blocks_swapped = false;    // neighbouring blocks ran in the other order
  std::uint64_t idle_blocks = 0;  // blocks that asked nothing of the device's memory, surfaces or textures
};

struct CopyRecord {
  const char* kind;  // "HtoD", "DtoH", "DtoD", "HtoH", "symbol"
  std::uint64_t bytes;
  const char* call;
  bool to_constant = false;  // into a __constant__ variable, by whatever call
};

struct EventRecord {
  std::size_t launches_before;  // launches since the reset, in whatever stream
  std::size_t launches_missed;  // of them, those that ran in streams which nothing makes the event's stream wait for
};

struct ErrorRecord {
  std::string call;
  int status;
  std::string sentence;
};

struct FaultRecord {
  Fault fault;
  int launch;  // index into the launches; -1: host code
};

struct Record {
  std::vector<LaunchRecord> launches;
  std::vector<CopyRecord> copies;
  std::uint64_t synchronisations = 0;
  std::vector<EventRecord> events;  // each cudaEventRecord that was accepted
  std::vector<ErrorRecord> errors;
  std::vector<FaultRecord> faults;
  std::vector<std::string> notes;
  std::string front_end, compute_capability;  // survive a reset: they describe program and device
  std::uint32_t first_allocation = 0;  // allocations with a larger id were made since the reset
  std::uint64_t first_object = 0;      // and surface and texture objects with a larger handle
};

// Adds a note once, however often it is made.
void add_note(Record& record, std::string note);

// "file.cu:12", "file.cu" or "": the "where" of the evidence.
std::string place(const Fault& fault);

// A path as people want to read it: relative to the working folder where it lies below it.
std::string short_path(const std::string& path);

// Writes `record` as JSON, whole or not at all. Returns 0 or an errno.
int write_record(const Record& record, const std::string& path);

}  // namespace sim::runtime
