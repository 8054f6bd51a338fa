#pragma once
// Runs one program with student code in it: limited, captured, and gone without a trace when the call returns.
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace course::harness {

struct ProcessLimits {
  double seconds = 20;                                  // wall clock
  std::uint64_t memory_bytes = std::uint64_t{2} << 30;  // resident, the program and its descendants together
  std::uint64_t output_bytes = std::uint64_t{8} << 20;  // standard output and error together
  unsigned processes = 32;                              // the program and its descendants
  int warp_instructions = 0;                            // of one launch on the simulated GPU; 0: the runtime's own limit
  bool swap_blocks = false;                             // the simulated GPU runs neighbouring blocks in the other order
  bool limit_data = true;                               // RLIMIT_DATA too: not on CUDA, which maps more than it uses
};

struct Outcome {
  enum class How {
    exited,     // by itself: exit_status
    signalled,  // by a signal that was not ours: signal
    time_limit,
    memory_limit,
    output_limit,
    process_limit,
    interrupted,  // this process is to end: never returned, see run_process
    not_started,  // sentence says why: a fault of the machine
  };
  How how = How::not_started;
  int exit_status = 0, signal = 0;
  double seconds = 0;
  std::string output, errors;  // beginning and end of what was printed, at most about 32 KiB each
  std::string sentence;
};

// Runs `program` with `arguments` in `folder`. Standard input is /dev/null, no other descriptor is inherited, the
// process leads a session of its own. When this returns, every process of that session that could be found is dead. Not
// to be called from several threads at once: it takes in orphaned grandchildren of the calling process.
// Over its limit of time, memory or output the program is told so (SIGTERM) and killed a second later.
// Throws Interrupted when a signal that hold_interruptions holds back arrives meanwhile.
Outcome run_process(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                    const std::filesystem::path& folder, const ProcessLimits& limits);

}  // namespace course::harness
