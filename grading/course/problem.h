#pragma once

#include <stdexcept>

namespace course {

/// A fault of the machine, the course or the call, never of a kernel: one sentence that says what to do.
/// The tool prints it after "course: " and exits with status 2.
struct Problem : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace course
