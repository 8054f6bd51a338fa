#pragma once
// The buffers and numbers of one case inside the runner.
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "grading/runner/generated.h"
#include "grading/runner/runner.h"
#include "grading/runner/timing.h"

namespace course::runner {

// Ends the runner for a reason that is not the student's.
struct RunnerFault : std::runtime_error {
  int exit_status;  // protocol::ExitStatus
  RunnerFault(int status, const std::string& sentence) : std::runtime_error(sentence), exit_status(status) {}
};

struct ArrayOrder {
  std::string name, role, space, element;
  std::optional<Draw> generated;  // values are drawn here, from a seed, instead of read from a file
  std::string format;        // of a CUDA array's channels: "float", "signed", "unsigned"
  std::size_t channels = 1;  // elements of a CUDA array hold so many of the order's elements
  std::size_t element_bytes = 0, columns = 0, rows = 0;
  std::size_t pitch = 0, offset = 0, red_zone = 0;  // bytes

  std::size_t row_bytes() const { return columns * element_bytes; }
  std::size_t first() const { return red_zone + offset; }
  // Red zone, offset, rows with their padding, red zone. Not zero, so that even an empty array has an address of its
  // own.
  std::size_t total() const {
    const std::size_t all = first() + rows * pitch + red_zone;
    return all == 0 ? 1 : all;
  }
  // The seed of this array's values, from that of its call.
  std::uint64_t seed_of(std::uint64_t call) const;
};

// One array in memory: owns the allocation, fills it with poison and initial values, reads it back.
class Buffer {
 public:
  // `seed`: this is a timed call, whose arrays are too large to pass through the host. Poison is written and values are
  // drawn from the seed where the array stays.
  Buffer(ArrayOrder order, const std::filesystem::path& folder, std::optional<std::uint64_t> seed = {});
  ~Buffer();
  Buffer(Buffer&& other) noexcept
      : order_(std::move(other.order_)),
        allocation_(std::exchange(other.allocation_, nullptr)),
        kept_(other.kept_),
        array_(std::exchange(other.array_, nullptr)),
        surface_(std::exchange(other.surface_, 0)) {}
  Buffer& operator=(Buffer&&) = delete;

  const ArrayOrder& order() const { return order_; }
  void* base() const { return static_cast<std::byte*>(allocation_) + order_.first(); }
  // Of an order in the space "array"; null when it has no elements, since no CUDA array has none.
  cudaArray* array() const { return array_; }
  unsigned long long surface() const { return surface_; }  // over array(); 0 without one
  // The whole allocation, red zones and padding included. Returns false when the device no longer answers.
  bool read_back(std::vector<std::byte>& bytes) const;
  // Hash of the whole allocation, worked out on the device.
  std::uint64_t hash(std::uint64_t salt) const;
  // `count` elements at places drawn from the salt.
  std::vector<double> samples(std::uint64_t salt, std::size_t count) const;

 private:
  // The whole allocation in device memory: a copy, in `room` or beside a CUDA array, of what lies elsewhere.
  const void* in_linear_memory(std::optional<KeptMemory>& room) const;
  // Poison and values, written to `allocation` in device memory.
  void poison_and_draw(void* allocation, std::uint64_t seed) const;
  void make_drawn_array(std::uint64_t seed);
  void make_drawn_host_memory(std::uint64_t seed);

  void make_array(const void* image, cudaMemcpyKind from);

  ArrayOrder order_;
  void* allocation_ = nullptr;  // in device or host memory
  bool kept_ = false;           // of take_memory: given back there
  cudaArray* array_ = nullptr;
  unsigned long long surface_ = 0;
};

using Number = std::variant<std::int64_t, double>;

// Told when the timed part of a case begins and ends (Case::timed).
class Timer {
 public:
  virtual ~Timer() = default;
  virtual void begin() = 0;
  virtual void end() = 0;
};

struct Case::State {
  std::map<std::string, Number, std::less<>> numbers;
  std::vector<Buffer> buffers;
  std::vector<std::pair<std::string, Number>> returned;
  std::map<std::string, std::string> status_names;  // of those returned that are a cudaError_t
  std::vector<Buffer> memory;         // of Case::memory
  std::optional<std::uint64_t> seed;  // of a timed call
  mutable bool asked = false;  // for an array or a number: the lab's runner.cpp has a branch for this task
  bool timed = false;          // Case::timed was called
  Timer* timer = nullptr;  // nullptr: nobody times this case
};

struct CaseOrder {
  std::map<std::string, Number, std::less<>> numbers;
  std::vector<ArrayOrder> arrays;
};

struct Order {
  std::string nonce, task;
  std::uint64_t file_bytes = 0;  // largest file that this process may write; 0: no limit
  std::vector<CaseOrder> cases;
};

// Throws RunnerFault (lab_fault) when the file is missing or of another form.
Order read_order(const std::filesystem::path& folder);
// One case of an order. Throws nlohmann::json::exception when it is of another form.
CaseOrder read_case(const nlohmann::json& from);

// Timed calls, one at a time, as the grader asks for them over protocol::turns_descriptor. Returns an exit status.
int take_turns(const std::filesystem::path& folder);

// The whole file, or RunnerFault (cannot_write).
void write_file(const std::filesystem::path& path, const void* bytes, std::size_t count);

// Evidence of the machine that this runner is built for (evidence_sim.cpp, evidence_cuda.cpp).
void reset_evidence();
void write_evidence(const std::filesystem::path& path);
// The simulated GPU reports reads of these bytes of device memory until somebody writes them.
void mark_unwritten(void* device, std::size_t bytes);
// Messages of the simulated GPU call the array that begins there, or the CUDA array with that handle, by this name.
void name_memory(const void* device, const std::string& name);

}  // namespace course::runner
