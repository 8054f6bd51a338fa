#pragma once
// The buffers and numbers of one case inside the runner.
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "grading/runner/runner.h"

namespace course::runner {

// Ends the runner for a reason that is not the student's.
struct RunnerFault : std::runtime_error {
  int exit_status;  // protocol::ExitStatus
  RunnerFault(int status, const std::string& sentence) : std::runtime_error(sentence), exit_status(status) {}
};

struct ArrayOrder {
  std::string name, role, space;
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
};

// One array in memory: owns the allocation, fills it with poison and initial values, reads it back.
class Buffer {
 public:
  Buffer(ArrayOrder order, const std::filesystem::path& folder);
  ~Buffer();
  Buffer(Buffer&& other) noexcept
      : order_(std::move(other.order_)), allocation_(std::exchange(other.allocation_, nullptr)) {}
  Buffer& operator=(Buffer&&) = delete;

  const ArrayOrder& order() const { return order_; }
  void* base() const { return static_cast<std::byte*>(allocation_) + order_.first(); }
  // The whole allocation, red zones and padding included. Returns false when the device no longer answers.
  bool read_back(std::vector<std::byte>& bytes) const;

 private:
  ArrayOrder order_;
  void* allocation_ = nullptr;
};

using Number = std::variant<std::int64_t, double>;

struct Case::State {
  std::map<std::string, Number, std::less<>> numbers;
  std::vector<Buffer> buffers;
  std::vector<std::pair<std::string, Number>> returned;
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

// The whole file, or RunnerFault (cannot_write).
void write_file(const std::filesystem::path& path, const void* bytes, std::size_t count);

// Evidence of the machine that this runner is built for (evidence_sim.cpp, evidence_cuda.cpp).
// Before the first call of the CUDA runtime.
void prepare_machine();
void reset_evidence();
void write_evidence(const std::filesystem::path& path);

}  // namespace course::runner
