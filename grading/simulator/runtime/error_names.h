#pragma once
// Names and texts of the runtime's status codes, from include/sim/error_list.inc.

namespace sim::runtime {

// "cudaErrorInvalidValue", "unrecognized error code" for a number that is none.
const char* error_name(int status);
// "invalid argument"
const char* error_text(int status);

}  // namespace sim::runtime
