#pragma once
// Where the program was when it crashed or ran out of time: addresses for the harness, which finds functions and lines.
#include <filesystem>
#include <string>

namespace course::runner {

// From here on a crash, and the signal with which the harness ends a program over a limit (SIGTERM), leave
// protocol::stack_file in `folder` and then end the process as they would have. What the CUDA runtime has to say of a
// crash it says before. Once per process, after the first call of the runtime.
void report_stack(const std::filesystem::path& folder, const std::string& nonce);

}  // namespace course::runner
