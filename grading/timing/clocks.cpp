#include "grading/timing/clocks.h"

#include <dlfcn.h>

namespace course::timing {
namespace {

// From nvml.h, which comes with the toolkit and not with the driver: types and numbers of a stable C interface.
using Device = struct nvmlDevice_st*;
constexpr int nvml_success = 0;
constexpr int clock_sm = 1, clock_memory = 2, sensor_gpu = 0;
constexpr std::uint64_t hw_slowdown = 0x8, sw_thermal = 0x20, hw_thermal = 0x40, power_brake = 0x80;

}  // namespace

struct Clocks::Library {
  void* handle = nullptr;
  Device device = nullptr;
  int (*shutdown)() = nullptr;
  int (*clock)(Device, int, unsigned*) = nullptr;
  int (*temperature)(Device, int, unsigned*) = nullptr;
  int (*reasons)(Device, unsigned long long*) = nullptr;

  template <class Function>
  bool find(Function& function, const char* name) {
    function = reinterpret_cast<Function>(dlsym(handle, name));
    return function != nullptr;
  }
  // False when something is missing; nothing is used then.
  bool open(const std::string& bus_id, const std::string& file) {
    handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) return false;
    int (*initialise)() = nullptr;
    int (*by_bus)(const char*, Device*) = nullptr;
    int (*by_index)(unsigned, Device*) = nullptr;
    const bool found = find(initialise, "nvmlInit_v2") && find(by_bus, "nvmlDeviceGetHandleByPciBusId_v2") &&
                       find(by_index, "nvmlDeviceGetHandleByIndex_v2") && find(clock, "nvmlDeviceGetClockInfo") &&
                       find(temperature, "nvmlDeviceGetTemperature") &&
                       // Its newer name says "event"; the old one is kept by every driver since.
                       find(reasons, "nvmlDeviceGetCurrentClocksThrottleReasons");
    if (!found || initialise() != nvml_success) return false;
    find(shutdown, "nvmlShutdown");
    return (bus_id.empty() ? by_index(0, &device) : by_bus(bus_id.c_str(), &device)) == nvml_success;
  }
  ~Library() {
    if (shutdown != nullptr) shutdown();
    if (handle != nullptr) dlclose(handle);
  }
};

Clocks::Clocks(const std::string& bus_id, const std::string& library) : library_(std::make_unique<Library>()) {
  if (!library_->open(bus_id, library)) library_.reset();
}

Clocks::~Clocks() = default;

std::optional<ClockReading> Clocks::read() const {
  if (!library_) return std::nullopt;
  ClockReading reading;
  unsigned long long reasons = 0;
  const bool answered = library_->clock(library_->device, clock_sm, &reading.sm_mhz) == nvml_success &&
                        library_->clock(library_->device, clock_memory, &reading.memory_mhz) == nvml_success &&
                        library_->reasons(library_->device, &reasons) == nvml_success;
  if (!answered) return std::nullopt;
  library_->temperature(library_->device, sensor_gpu, &reading.celsius);  // some boards have no sensor: 0
  reading.reasons = reasons;
  return reading;
}

std::string slowed_by(std::uint64_t reasons) {
  if ((reasons & (sw_thermal | hw_thermal)) != 0) return "the GPU was too hot and lowered its clocks";
  if ((reasons & power_brake) != 0) return "the power supply made the GPU lower its clocks";
  if ((reasons & hw_slowdown) != 0) return "the GPU's hardware lowered its clocks";
  return "";
}

}  // namespace course::timing
