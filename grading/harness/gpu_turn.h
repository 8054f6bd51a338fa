#pragma once
// One grader at a time on a real GPU: what runs beside a measurement is part of it.
#include <filesystem>
#include <string>

#include "grading/programs/descriptor.h"

namespace course::harness {

class GpuTurn {
 public:
  // Waits for the file lock; after `seconds` it goes on without (somebody holds it who never lets go).
  // `note` then says so. Throws Interrupted when this process is to end.
  explicit GpuTurn(double seconds);

  const std::string& note() const { return note_; }

 private:
  programs::Descriptor file_;
  std::string note_;
};

// Whether somebody holds the lock now: for a tool that wants to say so before it waits.
bool gpu_is_taken();

}  // namespace course::harness
