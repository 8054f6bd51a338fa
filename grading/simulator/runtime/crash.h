#pragma once
// When host code crashes: one sentence if it followed a device pointer, the evidence, then the signal as if unhandled.

namespace sim::runtime {

// Once per process, before any device memory exists.
void install_crash_report();

// While one lives, a crash is put down to this call having followed a host pointer that it was given.
class CrashContext {
 public:
  explicit CrashContext(const char* call);
  ~CrashContext();
  CrashContext(const CrashContext&) = delete;
  CrashContext& operator=(const CrashContext&) = delete;
};

}  // namespace sim::runtime
