#pragma once
// What timing needs of a machine: timing_cuda.cu for a real GPU, timing_none.cpp where there is nothing to time.
// Included by code for the device too, hence C++17. Failures are thrown as std::runtime_error.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "grading/runner/generated.h"

namespace course::runner {

struct DeviceFacts {
  std::string name, compute_capability, bus_id;
  std::size_t l2_bytes = 0, free_bytes = 0, total_bytes = 0;
  int multiprocessors = 0, memory_clock_khz = 0, memory_bus_bits = 0;
  int driver = 0, runtime = 0;  // as CUDA numbers them: 13000 is 13.0
};
DeviceFacts device_facts();

// Memory for the arrays of timed calls, kept between them: to get gigabytes from the driver and give them back can take a
// hundred times as long as the call. nullptr: there is none left.
void* take_memory(std::size_t bytes);
void give_memory(void* memory);

// Such memory for as long as this object is there. `what`, for the message: "the copy".
class KeptMemory {
 public:
  KeptMemory(std::size_t bytes, const std::string& what) : at_(take_memory(bytes)) {
    if (at_ == nullptr) throw std::runtime_error("no device memory for " + what);
  }
  ~KeptMemory() { give_memory(at_); }
  KeptMemory(const KeptMemory&) = delete;
  KeptMemory& operator=(const KeptMemory&) = delete;
  void* get() const { return at_; }

 private:
  void* at_;
};

// Rows of `columns` elements of the type that `element` names ("f32", "u8" ...), `pitch` bytes apart.
void fill_device(void* base, const std::string& element, std::size_t columns, std::size_t rows, std::size_t pitch,
                 const Draw& draw, std::uint64_t seed);

// Sum of hash_part over all 4-byte words; zeros complete the last one.
std::uint64_t hash_device(const void* base, std::size_t bytes, std::uint64_t salt);

// `count` elements as numbers, at places drawn from `salt` (place_of_sample).
std::vector<double> sample_device(const void* base, const std::string& element, std::size_t columns, std::size_t rows,
                                  std::size_t pitch, std::uint64_t salt, std::size_t count);

void copy_on_device(void* to, const void* from, std::size_t bytes);

// Times what lies between start and stop on the device, whatever stream it is in.
class Stopwatch {
 public:
  Stopwatch();
  ~Stopwatch();
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

  // Nothing of earlier calls is left in the second-level cache, no line of it is set aside, and the device is idle.
  void prepare();
  void start();
  double stop();  // ms; waits for the whole device before the second event

 private:
  struct Events;
  std::unique_ptr<Events> events_;
};

}  // namespace course::runner
