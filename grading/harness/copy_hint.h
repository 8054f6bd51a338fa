#pragma once
// What the copies that a call made say about a wrong result: the cause often lies there and not in the kernel.
#include <string>

#include "grading/harness/evidence.h"
#include "grading/harness/order.h"

namespace course::harness {

// A sentence that begins with a space, for the end of a message about a wrong result; "" when the copies say nothing.
std::string copy_hint(const Case& ordered, const Evidence& evidence);

// " Before that, cudaMemcpyToSymbol failed: ..." when a call had failed before a kernel went wrong, "" otherwise.
// `fault_status`: the status of the fault itself, which later calls repeat.
std::string failed_call_hint(const Evidence& evidence, int fault_status);

}  // namespace course::harness
