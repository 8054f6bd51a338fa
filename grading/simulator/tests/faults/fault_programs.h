#pragma once
// The fault programs of this folder: what their heads promise, and what the simulated GPU says when a case runs.
#include <filesystem>
#include <string>
#include <vector>

namespace sim::faults {

// One line `expect NAME: KIND at MARK: "piece", ...` of a head, with the lines `status` and `launch` of the same case.
struct Expectation {
  std::string name;
  std::string kind;                 // of a fault; "error", "refused", "note" or "nothing"
  int line = 0;                     // 0: none
  std::vector<std::string> pieces;  // of the sentence
  int status = 0;                   // that the program prints
  bool has_status = false;
  int launch = 0;                   // counted from 1; 0: not said
  bool is_more = false;             // `also`: a second fault of the case
};

struct Program {
  std::filesystem::path source;
  std::string name;  // file name without its ending
  std::vector<Expectation> expectations;
};

// All programs, those in right/ included, by name. Throws std::runtime_error with file and line for a head it cannot read.
std::vector<Program> programs(const std::filesystem::path& folder);

// A line of what record_sanitizer.sh wrote on a machine with a GPU.
struct RecordedRun {
  std::string program, name;
  std::string tool;    // of compute-sanitizer, or "none"
  std::string errors;  // their number; "time": it had to be stopped; empty without a tool
  std::string first;   // what the tool said first; without a tool "status N", as the program printed it, or nothing
};
struct Recorded {
  std::string machine;
  std::vector<RecordedRun> runs;
};
Recorded recorded_on_hardware(const std::filesystem::path& csv);

struct Said {
  std::string kind;  // of a fault, or "error", "refused"
  int line = 0;
  int launch = 0;    // counted from 1; 0: none
  std::string sentence;
  bool operator==(const Said&) const = default;
};
struct Outcome {
  int status = -1;   // printed by the program; -1: it ended before
  std::vector<Said> said;
};

// Builds the program with the simulated GPU's front end and runs one case. Throws std::runtime_error when it does not compile.
Outcome run(const Program& program, const std::string& name, int host_threads = 1);

}  // namespace sim::faults
