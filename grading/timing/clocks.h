#pragma once
/// @file
/// @brief Clocks, temperature and throttle reasons of a GPU, as its driver's management library (NVML) tells them.
///
/// The library comes with the driver; it is loaded at run time and nothing here needs it to be there.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace course::timing {

struct ClockReading {
  unsigned sm_mhz = 0, memory_mhz = 0, celsius = 0;
  std::uint64_t reasons = 0;  ///< nvmlClocksEventReasons (nvml.h): why the clocks are lower than they could be
};

class Clocks {
 public:
  /// @param bus_id   the GPU's PCI bus id as CUDA gives it ("0000:01:00.0"); empty: the first GPU
  /// @param library  another file than the driver's own, for tests
  explicit Clocks(const std::string& bus_id = {}, const std::string& library = "libnvidia-ml.so.1");
  ~Clocks();
  Clocks(const Clocks&) = delete;
  Clocks& operator=(const Clocks&) = delete;

  /// nullopt where the library is missing or does not answer.
  std::optional<ClockReading> read() const;

 private:
  struct Library;
  std::unique_ptr<Library> library_;
};

/// What among the reasons makes times doubtful, as a clause: heat, power supply. A power cap that the GPU runs into
/// under every full load, and clocks that somebody chose, hold for all contestants alike and are no reason.
/// @return empty: nothing does
std::string slowed_by(std::uint64_t reasons);

}  // namespace course::timing
