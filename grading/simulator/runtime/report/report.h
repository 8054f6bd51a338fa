#pragma once
// Evidence for readers: counters by launch and source line as text, and as the long table that `ncu --csv` writes.
#include <filesystem>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "grading/simulator/occupancy/occupancy.h"

namespace sim::report {

// One kind of memory traffic of a launch or a source line.
struct Traffic {
  std::string what;             // "global load", "shared store", ...
  std::uint64_t requests = 0;   // warp instructions that asked
  std::uint64_t moved = 0;      // sectors, wavefronts or constant requests
  std::uint64_t ideal = 0;      // the fewest that the same lanes and bytes need; 0 where there is no such number
  const char* unit = "";        // of `moved`
};

// What the counters of a launch or a line (the "counters" object of the evidence) say; kinds without requests left out.
std::vector<Traffic> traffic(const nlohmann::json& counters);

// Theoretical occupancy of a launch (an entry of "launches").
occupancy::Occupancy resident(const nlohmann::json& launch, const occupancy::Limits& limits);

// The same on a multiprocessor of `capability` ("9.0") in words, with the registers it rests on: "48 of 64 warps (75 %), limited by registers; 40 registers a thread (estimated)". Empty when
// the capability is none that occupancy is known of.
std::string occupancy_of(const nlohmann::json& launch, std::string_view capability);

// Every launch with its totals and lines, at most 100 columns wide; then what went wrong and the notes.
// Throws nlohmann::json::exception when `evidence` has another form than docs/architecture.md gives.
void write_table(std::ostream& out, const nlohmann::json& evidence);

struct ProcessInfo {
  long id = 0;
  std::string name;
};
// One row per launch that ran and hardware metric, columns and names as `ncu --csv --page raw`'s long form.
void write_csv(std::ostream& out, const nlohmann::json& evidence, const ProcessInfo& process);

}  // namespace sim::report
