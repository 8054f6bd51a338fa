#pragma once
/// @file
/// @brief What a run left behind besides its outputs, as the grader reads it (form: docs/architecture.md).
#include <array>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace course::harness {

/// Counters by name (grading/simulator/counting/metrics.h); a name that is absent counts 0.
class Counts {
 public:
  std::uint64_t operator[](std::string_view metric) const {
    const auto found = values_.find(metric);
    return found == values_.end() ? 0 : found->second;
  }
  void add(std::string_view metric, std::uint64_t n) {
    const auto found = values_.find(metric);
    if (found == values_.end()) {
      values_.emplace(metric, n);
    } else {
      found->second += n;
    }
  }
  Counts& operator+=(const Counts& other) {
    for (const auto& [metric, n] : other.values_) add(metric, n);
    return *this;
  }
  bool empty() const { return values_.empty(); }

 private:
  std::map<std::string, std::uint64_t, std::less<>> values_;
};

using Index3 = std::array<std::uint64_t, 3>;

struct LineCounts {
  std::string file;
  unsigned line = 0;
  Counts counters;
  std::string where() const;  ///< "scale_image.cu:14": the file's name without its folders
};

struct Launch {
  std::string kernel;
  Index3 grid{1, 1, 1}, block{1, 1, 1};
  std::uint64_t static_shared = 0, dynamic_shared = 0;  ///< bytes a block
  std::uint64_t argument_bytes = 0;                   ///< of all arguments together; they lie in constant memory
  bool blocks_swapped = false;    ///< neighbouring blocks ran in the other order
  std::uint64_t idle_blocks = 0;  ///< blocks that asked nothing of the device's memory, surfaces or textures
  int status = 0;
  std::string refused;  ///< why the launch was refused, as a sentence; empty when it ran
  Counts counters;
  std::vector<LineCounts> lines;
  std::string name() const;  ///< "scale" of "scale(float const*, int)"
};

/// "scale(float const*, int)" is "scale" in a sentence, "void scale<float>(...)" is "scale<float>".
std::string without_parameters(const std::string& kernel);

struct Copy {
  std::string kind;  ///< "HtoD", "DtoH", "DtoD", "HtoH", "symbol"
  std::uint64_t bytes = 0;
  std::string call;
  bool to_constant = false;  ///< into a __constant__ variable, by whatever call
};

struct EventMark {
  std::uint64_t launches_before = 0;  ///< launches of this run that had been made when the event was recorded
  std::uint64_t launches_missed = 0;  ///< of them, those in streams which nothing makes the event's stream wait for
};

struct CallError {
  std::string call, name, sentence;
  int status = 0;
};

struct DeviceFault {
  std::string kind, kernel, where, sentence;
  Index3 block{}, thread{};
  int status = 0;
  int launch = -1;  ///< index into Evidence::launches; -1: host code
};

struct Evidence {
  std::string machine;  ///< "sim" has counters, "cuda" has none
  std::vector<Launch> launches;
  std::vector<Copy> copies;
  std::uint64_t synchronisations = 0;
  std::vector<EventMark> events;  ///< in the order of their cudaEventRecord
  std::vector<CallError> errors;
  std::vector<DeviceFault> faults;
  std::vector<std::string> notes;

  Counts totals() const;                  ///< over all launches
  std::vector<LineCounts> lines() const;  ///< summed over launches by file and line
  Evidence& operator+=(const Evidence& other);
};

class EvidenceError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// @throws EvidenceError when `text` is not a document of that form.
Evidence parse_evidence(std::string_view text);

}  // namespace course::harness
