#pragma once
// What lies at an address that is not the device's, for sentences about pointers of the wrong kind.
#include <string>

#include "grading/simulator/runtime/state.h"

namespace sim::runtime {

// What to say after "which is not device memory: ": the host's shadow of a variable, the place where the host keeps a
// device pointer, other memory of the host, or nothing of this program. Reads the host's memory without following it.
std::string describe_host(const State& state, Address address);

// The same as an addition to a sentence that has said already that the address is the host's: starts with "; ", or is empty.
std::string host_hint(const State& state, const void* pointer);

}  // namespace sim::runtime
