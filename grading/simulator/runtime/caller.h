#pragma once
/// @file
/// @brief Which line of the program called the runtime.
#include <string>

namespace sim::runtime {

/// "heat.cu:31", the innermost line of the program itself on the stack of this call; empty where the program has no line
/// numbers or there is no addr2line (binutils) to read them. Asked once for each place. `from_stub`: of a launch, whose line is that of <<< >>>.
std::string line_of_caller(bool from_stub);

}  // namespace sim::runtime
