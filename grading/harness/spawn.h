#pragma once
// Starts a program with student code in it, cut off from everything that is not its own. What becomes of it is the
// business of process.cpp (one order, one process) and turns.cpp (several processes that take turns).
#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "grading/harness/capture.h"
#include "grading/harness/process.h"
#include "grading/programs/descriptor.h"

namespace course::harness {

using programs::Descriptor;

struct Spawned {
  std::string program;          // its path
  pid_t pid = -1;
  Descriptor process;           // pidfd
  Descriptor output, errors;    // what it prints; reading does not block
  Descriptor failure;           // holds errno if the program could not be started
  Descriptor channel;           // a socket to protocol::turns_descriptor, if asked for
  std::string problem;          // why there is no process; else empty
};

// The program leads a session of its own; its standard input is empty; no other descriptor is inherited.
Spawned spawn(const std::filesystem::path& program, const std::vector<std::string>& arguments,
              const std::filesystem::path& folder, const ProcessLimits& limits, bool with_channel);

// Empties a pipe that does not block, up to a limit of what was captured in all. Returns false at its end.
bool drain(const Descriptor& from, Capture& capture, std::uint64_t stop_at);

// Kills the program and its group and waits for it. Returns its status as waitpid tells it.
int end_process(pid_t pid);

// What became of a program that end_process waited for; not_started has a sentence if exec failed. Reads the rest of what
// it printed, up to the limit; `reached` is the limit that ended it, if one did.
Outcome outcome_of(Spawned& spawned, int status, std::optional<Outcome::How> reached, Capture& output, Capture& errors,
                   const ProcessLimits& limits);

// Kills what left a process group: orphans come to us (spawn makes this process their reaper), so killing children
// until none is left gets them all. Not while other programs of ours are to live on.
void kill_orphans();

}  // namespace course::harness
